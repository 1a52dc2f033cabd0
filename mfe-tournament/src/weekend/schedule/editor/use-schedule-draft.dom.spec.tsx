import { act, screen, waitFor } from '@testing-library/react'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { expect, it } from 'vitest'
import { draft, rounds } from './draft.fixture.ts'
import { type DraftEditor, useScheduleDraft, useStoredDraft } from './use-schedule-draft.ts'

const server = stubServer()
let editor: DraftEditor | undefined

/** Shows where each game is, and why the last move failed. */
function Shown() {
  const { data } = useStoredDraft()
  return data ? <Loaded stored={data} /> : null
}

function Loaded({ stored }: { readonly stored: typeof draft }) {
  editor = useScheduleDraft(stored, () => undefined)
  return (
    <>
      {editor.draft.games.map(({ label, field_id, start }) => (
        <p key={label}>{`${label} ${field_id} ${start}`}</p>
      ))}
      <p role="alert">{editor.placing.message}</p>
    </>
  )
}

const elsewhere = { ...draft, version: 4, games: draft.games.map((game) => ({ ...game, field_id: 'field-2' })) }
const move = { game: 'A-2', round: rounds[0]?.id ?? null, field: 'field-2' }

it('draws a move at once, and the draft as it is by now for who was too late', async () => {
  const answer = Promise.withResolvers<Response>()
  let current = draft
  server.mockImplementation(async (_, request) => (request?.method === 'PUT' ? answer.promise : Response.json(current)))
  renderWithQueries(<Shown />)
  await screen.findByText(`A-2 field-1 ${rounds[1]?.start}`)
  act(() => editor?.place(move))
  await screen.findByText(`A-2 field-2 ${rounds[0]?.start}`)
  const [, request] = server.mock.calls.find(([, sent]) => sent?.method === 'PUT') ?? []
  expect(new Headers(request?.headers).get('if-match')).toBe('"v3"')

  current = elsewhere
  const stale = { code: 'STALE', error: 'Someone else changed this in the meantime.' }
  answer.resolve(Response.json({ ...stale, message: stale.error }, { status: 412 }))
  await screen.findByText(`A-1 field-2 ${rounds[0]?.start}`)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(stale.error))
  expect(screen.getByText(`A-2 field-2 ${rounds[1]?.start}`)).toBeTruthy()
})

it('takes no other move while one is on its way', async () => {
  server.mockImplementation((_, request) =>
    request?.method === 'PUT' ? Promise.withResolvers<Response>().promise : Promise.resolve(Response.json(draft)),
  )
  renderWithQueries(<Shown />)
  await screen.findByText(`A-2 field-1 ${rounds[1]?.start}`)
  expect(editor?.isWriting).toBe(false)
  act(() => editor?.place(move))
  await waitFor(() => expect(editor?.isWriting).toBe(true))
})
