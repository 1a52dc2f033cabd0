import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import { mark, registered, removed, restored } from '@ultimate/events/tournament/facts.fixture.ts'
import { describe, expect, it } from 'vitest'
import { freeSpotsAfter } from './free-spots.query.ts'

type Fact = readonly [team: number, event: TeamEvent]
const nameTeam = (team: number) => `t${String(team).padStart(2, '0')}`

/** The teams that left the spots that are free after these facts; spots that were never taken are left out. */
function leftAfter(...facts: readonly Fact[]): readonly string[] {
  const history = facts.map(([team, event], index) => ({
    ...event,
    metadata: {
      stream: `team-${nameTeam(team)}`,
      version: index,
      position: index,
      at: new Date(2025, 8, 1, 0, 0, index),
      happenedAt: null,
      actor: { kind: 'staff' },
    },
  })) as unknown as RecordedEvent<TeamEvent>[]
  return freeSpotsAfter(history, factsOf2025.capacity).flatMap((id) => id ?? [])
}
const field = (teams: number): Fact[] => Array.from({ length: teams }, (_, index) => [index + 1, registered])
const waitlisted = mark('TeamWaitlisted')
const confirmed = mark('TeamConfirmed')
const inPlaceOf = (team: number): TeamEvent => ({ type: 'TeamConfirmed', data: { teamId: nameTeam(team) } })
const withdrawn: TeamEvent = { type: 'TeamWithdrawn', data: {} }
/** 36 is first on the waitlist, and staff decided that it stays there. */
const held: readonly Fact[] = [...field(38), [36, waitlisted]]

describe('The spots that are free', () => {
  it('are all those that no team has taken yet', () => {
    expect(freeSpotsAfter([], factsOf2025.capacity)).toHaveLength(factsOf2025.capacity)
    expect(leftAfter(...field(12))).toEqual([])
  })

  it('do not include one that the order of registration fills at once', () => {
    expect(leftAfter(...field(38), [1, withdrawn])).toEqual([])
  })

  it('include the one that a team left when the next one is held on the waitlist by hand', () => {
    expect(leftAfter(...held, [1, withdrawn])).toEqual(['t01'])
    expect(leftAfter(...held, [1, removed])).toEqual(['t01'])
  })

  it('include the one of a team that was confirmed by hand', () => {
    expect(leftAfter(...field(38), [5, waitlisted], [38, confirmed], [38, removed])).toEqual(['t38'])
  })

  it('do not include one beyond the places that there are', () => {
    expect(leftAfter(...field(38), [38, confirmed], [38, removed])).toEqual([])
  })

  it('do not include one that was taken, named or not', () => {
    expect(leftAfter(...held, [1, withdrawn], [37, inPlaceOf(1)])).toEqual([])
    expect(leftAfter(...held, [1, withdrawn], [38, confirmed])).toEqual([])
    expect(leftAfter(...held, [1, withdrawn], [36, mark('TeamStandingReset')])).toEqual([])
  })

  it('do not include one whose team is back', () => {
    expect(leftAfter(...held, [1, withdrawn], [1, restored])).toEqual([])
  })

  it('are free in turn where several teams left', () => {
    const two = [...held, [37, waitlisted], [1, withdrawn], [2, removed]] as const
    expect(leftAfter(...two)).toEqual(['t01', 't02'])
    expect(leftAfter(...two, [37, inPlaceOf(2)])).toEqual(['t01'])
    expect(leftAfter(...two, [1, restored])).toEqual(['t02'])
  })

  it('are free again, as they were, when the team that took one goes back to the waitlist', () => {
    const taken = [...held, [1, withdrawn], [37, inPlaceOf(1)]] as const
    expect(leftAfter(...taken, [37, waitlisted])).toEqual(['t01'])
    expect(leftAfter(...taken, [37, withdrawn])).toEqual(['t37'])
    expect(leftAfter(...taken, [1, restored], [37, waitlisted])).toEqual([])
  })

  it('name no team that staff put on the waitlist', () => {
    expect(leftAfter(...field(38), [5, waitlisted])).toEqual([])
  })
})
