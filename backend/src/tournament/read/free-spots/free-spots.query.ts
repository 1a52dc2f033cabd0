import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { StaffTeam } from '@ultimate/events/tournament/api.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { SpotOffer } from '@ultimate/events/tournament/free-spots-api.ts'
import { placesLeft } from '@ultimate/events/tournament/team.ts'
import type { Platform } from '../../../platform/module.ts'
import { hasResults } from '../games.view.ts'
import { readTeamHistory } from '../team-history.query.ts'
import { readRemovedTeams, teamLists } from '../teams/teams.query.ts'
import { freeSpotsAfter, spotTypes } from './free-spots.ts'

/**
 * The free spots, each with the team that is next for it, until the first game has a result. Follows from what is stored,
 * so an offer ends with all that fills the spot.
 */
export function spotOffers({ current, log }: Platform): () => Promise<SpotOffer[]> {
  const lists = teamLists(current)
  return async () => {
    const { capacity } = await current.facts()
    const next = nextInLine((await lists()).staff, capacity)
    if (next.length === 0 || (await hasResults(current))) return []
    const removed = new Map((await readRemovedTeams(current)).map((team) => [team.id, team]))
    // Only spots that teams left are traced back to them.
    const left = removed.size === 0 ? [] : freeSpotsAfter(await readSpotHistory({ current, log }), capacity)
    const named = left.flatMap((id) => (id === null ? [] : (removed.get(id) ?? [])))
    return next.map(({ id, team_name, division }, index) => {
      const by = named[index]
      return {
        team: { id, team_name, division },
        left_by: by ? { id: by.id, team_name: by.team_name, withdrawn: by.withdrawn } : null,
      }
    })
  }
}

const readSpotHistory = ({ current, log }: Pick<Platform, 'current' | 'log'>) =>
  readTeamHistory(log, current.edition, spotTypes) as Promise<readonly RecordedEvent<TeamEvent>[]>

/** Those who wait by order come before those whom staff put on the waitlist. */
function nextInLine(teams: readonly StaffTeam[], capacity: number): StaffTeam[] {
  const counting = teams.filter(({ email_confirmed }) => email_confirmed)
  const waiting = counting.filter(({ status }) => status === 'waitlist')
  const inLine = [false, true].flatMap((isByHand) => waiting.filter(({ by_hand }) => by_hand === isByHand))
  return inLine.slice(0, placesLeft(counting.length - waiting.length, capacity))
}
