import type { PublishedByTournament } from '@ultimate/events/tournament/published.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'

/** The registered teams, as far as the dinner needs them: from what the tournament publishes, and nothing else. */
export type DinnerTeamRow = {
  id: string
  team_name: string
  registered_at: Date
  /** Nobody is told of a bid whose address is not confirmed, nor signs up for it. */
  counts: boolean
}

export const teams = readModel<DinnerTeamRow, PublishedByTournament>({
  table: 'dinner_teams',
  version: 1,
  category: 'team',
  columns: {
    id: { type: 'uuid' },
    team_name: { type: 'text' },
    registered_at: { type: 'timestamptz' },
    counts: { type: 'boolean' },
  },
  rowsOf: ({ type, metadata }) =>
    type === 'TeamRegistered' || type === 'AddressConfirmed' ? teamIdOf(metadata.stream) : [],
  evolve: project,
})

function project(row: DinnerTeamRow | null, event: RecordedEvent<PublishedByTournament>): DinnerTeamRow | null {
  const { type, data, metadata } = event
  if (type === 'AddressConfirmed') return row && { ...row, counts: true }
  return {
    id: teamIdOf(metadata.stream),
    team_name: data.teamName,
    registered_at: metadata.happenedAt ?? metadata.at,
    counts: !data.awaitsConfirmation,
  }
}

const teamIdOf = (stream: string): string => stream.slice('team-'.length)
