import { DragDropProvider } from '@dnd-kit/react'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noPools } from '../machine/stored-pools.ts'
import type { Context } from '../machine/work.ts'
import { Unassigned } from './unassigned.tsx'

vi.hoisted(() => {
  // The drag library needs it on import, and jsdom lacks it.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(cleanup)

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

function show(known: readonly ReachableTeam[], placed: readonly string[] = []) {
  const context: Context = {
    division: 'rec',
    teams: known,
    stored: noPools,
    base: [],
    pools: [{ id: 'a', name: 'Pool A', size: 3, teams: [0, 1, 2].map((place) => placed[place] ?? null) }],
    held: null,
    notice: null,
    loadError: '',
    theirs: null,
    intent: 'save',
  }
  render(
    <DragDropProvider>
      <Unassigned builder={{ context, isWriting: false }} onPick={() => {}} />
    </DragDropProvider>,
  )
}
const listed = () => screen.queryAllByRole('button').map((chip) => chip.querySelector('bdi')?.textContent)
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
