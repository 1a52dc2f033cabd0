import { DragDropProvider } from '@dnd-kit/react'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noPools } from '../unsaved/stored.ts'
import type { Context } from '../unsaved/work.ts'
import { Unassigned } from './unassigned.tsx'

vi.hoisted(() => {
  // The drag library needs it on import, and jsdom lacks it.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const team = (id: string, status: ReachableTeam['status']): ReachableTeam => ({
  id,
  team_name: `Team ${id}`,
  division: 'rec',
  captain_name: 'Becky Thatcher',
  captain_phone: '256-555-0142',
  captain_email: 'becky@example.org',
  location: 'Florence, AL',
  created_at: '2025-08-01T12:00:00.000Z',
  status,
  paid: false,
})
const teams = [team('huck', 'confirmed'), team('tom', 'confirmed'), team('becky', 'waitlist')]

const send = vi.fn()
const onPick = vi.fn()

function show(
  known: readonly ReachableTeam[],
  placed: readonly string[] = [],
  { held = [] as readonly string[], isSelectingRange = false } = {},
) {
  const context: Context = {
    division: 'rec',
    teams: known,
    stored: noPools,
    view: 'draft',
    base: [],
    past: [],
    future: [],
    pools: [{ id: 'a', name: 'Pool A', size: 3, teams: [0, 1, 2].map((place) => placed[place] ?? null) }],
    held,
    notice: null,
    loadError: '',
    theirs: null,
    unanswered: null,
    intent: 'save',
  }
  render(
    <DragDropProvider>
      <Unassigned builder={{ context, isWriting: false, send }} isSelectingRange={isSelectingRange} onPick={onPick} />
    </DragDropProvider>,
  )
}
const listed = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('bdi')?.textContent)
const heading = () => screen.getByRole('heading').textContent
const narrow = (to: string) => userEvent.selectOptions(screen.getByLabelText('Status filter'), to)

describe('The teams without a place', () => {
  it('are listed with their count, unfiltered at first, without the placed ones', () => {
    show(teams, ['tom'])
    expect([heading(), listed()]).toEqual(['Teams (2)', ['Team huck', 'Team becky']])
  })

  it.each([
    ['All Teams', ['Team huck', 'Team tom', 'Team becky']],
    ['Confirmed Only', ['Team huck', 'Team tom']],
    ['Waitlist Only', ['Team becky']],
  ])('can be narrowed to %s, which the count follows', async (filter, names) => {
    show(teams)
    await narrow(filter)
    expect([heading(), listed()]).toEqual([`Teams (${names.length})`, names])
  })

  it('are none where no team registered for the division', () => {
    show([])
    expect(screen.getByText('No teams found for this division')).toBeDefined()
  })

  it('are none where all have one', async () => {
    show(teams, ['huck', 'becky', 'tom'])
    expect(screen.getByText('All teams have been assigned to pools')).toBeDefined()
    await narrow('Waitlist Only')
    expect(screen.getByText('All teams have been assigned to pools')).toBeDefined()
  })
})

describe('Several teams at once', () => {
  const chip = (id: string) => screen.getByRole('button', { name: new RegExp(`Team ${id}`) })

  it('fill the free places in the order of their bids, as far as they are listed', async () => {
    show(teams)
    await narrow('Confirmed Only')
    await userEvent.click(screen.getByRole('button', { name: 'Fill by bid order' }))
    expect(send).toHaveBeenCalledWith({ type: 'places.fill', teams: ['huck', 'tom'] })
  })

  it('fill the places with those that are confirmed first, then with the waitlist, which the button shows', async () => {
    show([team('becky', 'waitlist'), ...teams.slice(0, 2), team('joe', 'waitlist')])
    const fill = screen.getByRole('button', { name: 'Fill by bid order' })
    const hint = document.getElementById(fill.getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toBe('Confirmed teams first, then the waitlist.')
    await userEvent.click(fill)
    expect(send).toHaveBeenCalledWith({ type: 'places.fill', teams: ['huck', 'tom', 'becky', 'joe'] })
    await narrow('Waitlist Only')
    expect(fill.hasAttribute('aria-describedby')).toBe(false)
  })

  it('fill the places in a snake by seed: confirmed first, ties and those without a seed by bid', async () => {
    const seeds = { tom: 2, huck: 2, sid: 1, becky: 1 } as Readonly<Record<string, number>>
    const seeded = [...teams, team('joe', 'confirmed'), team('sid', 'confirmed')].map((known) => ({
      ...known,
      ...(seeds[known.id] && { seed: seeds[known.id] }),
    }))
    show(seeded as readonly ReachableTeam[])
    await userEvent.click(screen.getByRole('button', { name: 'Snake by seed' }))
    const inLine = ['sid', 'huck', 'tom', 'joe', 'becky']
    expect(send).toHaveBeenCalledWith({ type: 'places.fill', by: 'snake', teams: inLine })
  })

  it('fill nothing where no team waits', () => {
    show(teams, ['huck', 'tom', 'becky'])
    expect(screen.getByRole('button', { name: 'Fill by bid order' })).toHaveProperty('disabled', true)
  })

  it('are picked one by one', async () => {
    show(teams, [], { held: ['huck'] })
    await userEvent.click(chip('becky'))
    expect(onPick).toHaveBeenCalledWith(['becky'])
  })

  it('are picked as a range, with the Shift key or by the button, in both directions', async () => {
    show(teams, [], { held: ['huck'] })
    const user = userEvent.setup()
    await user.keyboard('{Shift>}')
    await user.click(chip('becky'))
    expect(onPick).toHaveBeenCalledWith(['huck', 'tom', 'becky'])
    cleanup()
    show(teams, [], { held: ['becky'], isSelectingRange: true })
    await userEvent.click(chip('huck'))
    expect(onPick).toHaveBeenCalledWith(['becky', 'tom', 'huck'])
  })

  it('are shown in part on a phone, until all are asked for', async () => {
    show(Array.from({ length: 9 }, (_, index) => team(`t${index}`, 'confirmed')))
    const more = screen.getByRole('button', { name: 'Show all 9 teams' })
    await userEvent.click(more)
    expect(screen.getByRole('button', { name: 'Show fewer teams' })).toBe(more)
  })
})
