import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Replay, ReplayStep } from '@ultimate/events/dinner/board/board-api.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BoardPage } from '../board-page.tsx'

const at = (time: string): string => `2025-11-22T${time}.000Z`
const session = { started_at: at('18:00:00'), finished_at: null, warming_slots: 24, buffet_slots: 16 }
const step = (position: number, time: string): ReplayStep => ({
  position,
  at: at(time),
  by: 'Hank Helper',
  text: `did ${position}`,
  type: 'DishMoved',
  signups: [],
  standings: [],
  gone: [],
  session,
})
/** Event 6 happened early in the evening and was stored last; 4 and 5 are of one instant. */
const known = [step(1, '18:00:00'), step(3, '19:00:00'), step(4, '19:30:00'), step(5, '19:30:00'), step(6, '20:30:00')]
const happened = [step(1, '18:00:00'), step(6, '18:10:00'), ...known.slice(1, 4)]
const exampleReplay = (steps: ReplayStep[]): Replay => ({
  dinner: 1,
  dinners: [{ dinner: 1, from: at('18:00:00'), started_at: at('18:00:00'), finished_at: null }],
  steps,
  until: at('20:30:00'),
})

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', (address: string) =>
    String(address).includes('/replay/steps')
      ? Promise.resolve(Response.json(exampleReplay(String(address).includes('as=happened') ? happened : known)))
      : new Promise(() => undefined),
  )
})
afterEach(async () => {
  cleanup()
  // The room for what floats is measured in the next frame.
  await new Promise(requestAnimationFrame)
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open(search: string) {
  render(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <QueryClientProvider client={queryClient}>
        <BoardPage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}
const player = () => screen.getByRole('region', { name: 'Replay' })
const shown = () => [
  player().querySelector('time')?.dateTime,
  /Event \d+ of \d+/.exec(player().textContent ?? '')?.[0],
  /did \d+/.exec(player().textContent ?? '')?.[0],
]
const heading = { known: /As it was known on/, happened: /As it really was on/ }
async function choose(truth: 'known' | 'happened') {
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: truth } })
  await screen.findByText(heading[truth])
}

it.each([
  ['an event', '?at=3', at('19:00:00'), 'Event 2 of 5', 'Event 3 of 5'],
  ['one of two events of one instant', '?at=4', at('19:30:00'), 'Event 3 of 5', 'Event 5 of 5'],
  ['a time', `?at=${at('18:40:12')}`, at('18:40:12'), 'Event 1 of 5', 'Event 2 of 5'],
  ['the end', '?dinner=1', at('20:30:00'), 'Event 5 of 5', 'Event 5 of 5'],
])('the switch of the order keeps the moment, and leads back to the same place: %s', async (...row) => {
  const [, search, time, before, inOther] = row
  open(search)
  await waitFor(() => expect(shown().slice(0, 2)).toEqual([time, before]))
  const place = shown()
  for (let round = 0; round < 2; round++) {
    await choose('happened')
    await waitFor(() => expect(shown().slice(0, 2)).toEqual([time, inOther]))
    await choose('known')
    await waitFor(() => expect(shown()).toEqual(place))
  }
})

it('the switch leads on from where the player was moved to', async () => {
  open('?at=4')
  await waitFor(() => expect(shown()[2]).toBe('did 4'))
  await choose('happened')
  fireEvent.click(screen.getByRole('button', { name: 'Previous event' }))
  fireEvent.click(screen.getByRole('button', { name: 'Previous event' }))
  expect(shown()).toEqual([at('19:00:00'), 'Event 3 of 5', 'did 3'])
  await choose('known')
  await waitFor(() => expect(shown()).toEqual([at('19:00:00'), 'Event 2 of 5', 'did 3']))
})
