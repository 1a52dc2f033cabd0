import { cleanup, render, screen } from '@testing-library/react'
import type { AuditEntry } from '@ultimate/events/staff/api.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { AuditEntryRow } from './audit-list.tsx'

afterEach(cleanup)

const entry: AuditEntry = {
  position: 7,
  stream: 'signup-1',
  type: 'DishMoved',
  module: 'dinner',
  at: '2025-11-22T18:00:00.000Z',
  happened_at: null,
  actor: { kind: 'staff', id: 'tom', name: 'Tom Sawyer', role: 'TD' },
  sentence: {
    text: 'moved Pecan pie (Sid) to Buffet 1',
    was: 'in Holding',
    subject: 'Pecan pie (Sid)',
    thing: 'Pecan pie (Sid)',
  },
  data: {},
  correlation_id: 'c',
  undoable: false,
  undoes: null,
  undone_by: null,
}

const links = (shown: AuditEntry) => {
  render(
    <MemoryRouter>
      <AuditEntryRow entry={shown} isTakenBack={false} now={0} linkTo={() => '/'} onUndo={() => undefined} />
    </MemoryRouter>,
  )
  return screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}
const board = ['The board then', '/dinner/management?at=7']

describe('An entry about the dinner', () => {
  it('leads to the board as it was then', () => expect(links(entry)).toContainEqual(board))

  it('leads to no board where it is of another edition, whose dinner is shown nowhere', () =>
    expect(links({ ...entry, edition: '2024' })).not.toContainEqual(board))

  it('leads to no board where it is about something else', () =>
    expect(links({ ...entry, module: 'staff' })).not.toContainEqual(board))
})
