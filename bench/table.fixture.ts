import type { Row } from './table.ts'

/** A measured row, with these changes. */
export const row = (change: Partial<Row>): Row => ({
  what: 'write',
  unit: 'requests/s',
  ours: 120,
  against: 'Koa',
  theirs: 100,
  ratio: 1.2,
  aim: '',
  ...change,
})
