import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { SpotOffer } from '@ultimate/events/tournament/team-api.ts'
import { renderWithQueries, stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { expect, it } from 'vitest'
import { FreeSpots } from './free-spots.tsx'

const server = stubServer()
const offer = (number: number, left_by: SpotOffer['left_by'] = null): SpotOffer => ({
  team: { id: `team-${number}`, team_name: `Team ${number}`, division: 'rec' },
  left_by,
})
const left = (withdrawn: boolean) => ({ id: 'team-1', team_name: 'Huck Finns', withdrawn })
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status })

/** Draws the offers, which are there until the press; `pressed` is the server's answer to it. */
function render(offers: readonly SpotOffer[], pressed = () => json({ team: {} })) {
  let now = offers
  server.mockImplementation(async (_, request) => {
    if (request?.method !== 'POST') return json({ offers: now })
    now = []
    return pressed()
  })
  renderWithQueries(<FreeSpots />)
}

it('names the next team and the one that left the spot', async () => {
  render([offer(36, left(true))])
  expect((await screen.findByRole('listitem')).textContent).toContain(
    'Team 36 is next on the waitlist, in place of Huck Finns, which withdrew.',
  )
})

it('confirms the team once, and then offers it no longer', async () => {
  render([offer(36, left(false))])
  const confirm = await screen.findByRole('button', { name: 'Confirm Team 36' })
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  const posts = server.mock.calls.filter(([, request]) => request?.method === 'POST').map(([url]) => String(url))
  expect(posts).toEqual([expect.stringMatching(/\/api\/teams\/team-36\/fill-spot$/)])
})

it('reads the offers again where another director filled the spot', async () => {
  render([offer(36)], () => json({ code: 'SPOT_FILLED', message: 'No spot is free for this team any more.' }, 409))
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm Team 36' }))
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
})

it('draws the first three of many', async () => {
  render([36, 37, 38, 39, 40].map((number) => offer(number)))
  expect(await screen.findAllByRole('listitem')).toHaveLength(3)
  screen.getByText('And 2 more, once these are filled.')
})
