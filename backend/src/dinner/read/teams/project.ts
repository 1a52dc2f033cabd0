import type { PublishedByTournament } from '@ultimate/events/tournament/published.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'

/** The registered teams, as far as the dinner needs them: from what the tournament publishes, and nothing else. */
export type DinnerTeamRow = {
  id: string
  team_name: string
  registered_at: Date
}

export const teams = readModel<DinnerTeamRow, PublishedByTournament>({
  table: 'dinner_teams',
  category: 'team',
  columns: { id: { type: 'uuid' }, team_name: { type: 'text' }, registered_at: { type: 'timestamptz' } },
  rowsOf: ({ type, metadata }) => (type === 'TeamRegistered' ? teamIdOf(metadata.stream) : []),
  evolve: (_, { data, metadata }) => ({
    id: teamIdOf(metadata.stream),
    team_name: data.teamName,
    registered_at: metadata.happenedAt ?? metadata.at,
  }),
})

const teamIdOf = (stream: string): string => stream.slice('team-'.length)
