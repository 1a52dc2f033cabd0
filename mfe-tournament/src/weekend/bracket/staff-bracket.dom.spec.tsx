import { screen, waitFor } from '@testing-library/react'
import type { ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { draft } from '../schedule/editor/draft.fixture.ts'
import { StaffBracket } from './staff-bracket.tsx'

const server = stubServer()
// jsdom has none.
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })))
const bracket = { size: 4, rounds: [], places: [] }
const show = (conflicts: ScheduleDraft['conflicts']) => {
  server.mockImplementation(async () => Response.json({ ...draft, conflicts }))
  renderWithQueries(
    <MemoryRouter>
      <StaffBracket division="comp" posted={false} bracket={bracket} />
    </MemoryRouter>,
  )
}
const isOffered = () => screen.getByRole('button', { name: 'Post' }).getAttribute('aria-disabled') !== 'true'
const sentence = 'Field 1 has A-1 Comp and A-2 Comp at 9:00 AM.'

it('explains why a bracket cannot be posted while two games are at the same time', async () => {
  show([{ kind: 'field', games: ['A-1', 'A-2'], sentence }])
  await screen.findByText(sentence, { exact: false })
  expect(isOffered()).toBe(false)
})

it('offers to post a bracket in which a team has too little rest', async () => {
  show([{ kind: 'rest', games: ['A-1', 'A-2'], sentence: 'Huck has no rest.' }])
  await waitFor(() => expect(queryClient.getQueriesData({}).map(([, data]) => data)).not.toContain(undefined))
  expect(isOffered()).toBe(true)
  expect(screen.queryByText('Huck has no rest.', { exact: false })).toBeNull()
})
