import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { undoTable, undoTableFile } from '../undo-table.ts'

it('docs/undo.md is what the modules declare; `npm run undo-table` writes it anew', () => {
  expect(readFileSync(undoTableFile, 'utf8')).toBe(undoTable())
})
