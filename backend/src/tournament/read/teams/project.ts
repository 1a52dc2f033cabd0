import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { Division, TeamStatus } from '@ultimate/events/tournament/team.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'
import { teamIdOf } from '../../write/team.ts'

/** That staff took a team out: when (ISO 8601), who (null for the system), and why. */
export type Removal = { readonly at: string; readonly by: string | null; readonly reason: string }

/** One registered team with everything that visitors or staff are shown of it. */
export type TeamRow = {
  id: string
  team_name: string
  past_team_names: string
  location: string
  division: Division
  captain_name: string
  captain_email: string
  captain_phone: string
  alternate_name: string | null
  alternate_email: string | null
  alternate_phone: string | null
  comments: string
  created_at: Date
  /** What staff decided; null leaves it to the order of registration. */
  status: TeamStatus | null
  paid: boolean
  /** The bid counts: its address was confirmed, or never had to be. */
  email_confirmed: boolean
  /** Null while the team is in. A removed team keeps its row: what was known of it comes back when it is restored. */
  removed: Removal | null
  /** The year that the team registered for. */
  edition: string
  /** Of the team's stream. */
  version: number
}

export const teams = readModel<TeamRow, TeamEvent>({
  table: 'teams',
  version: 4,
  category: 'team',
  columns: {
    id: { type: 'uuid' },
    team_name: { type: 'text' },
    past_team_names: { type: 'text' },
    location: { type: 'text' },
    division: { type: 'text' },
    captain_name: { type: 'text' },
    captain_email: { type: 'text' },
    captain_phone: { type: 'text' },
    alternate_name: { type: 'text', nullable: true },
    alternate_email: { type: 'text', nullable: true },
    alternate_phone: { type: 'text', nullable: true },
    comments: { type: 'text' },
    created_at: { type: 'timestamptz' },
    status: { type: 'text', nullable: true },
    paid: { type: 'boolean' },
    email_confirmed: { type: 'boolean' },
    removed: { type: 'jsonb', nullable: true },
    edition: { type: 'text' },
    version: { type: 'integer' },
  },
  constraints: [
    'create index {table}_by_order on {table} (created_at, id)',
    'create index {table}_waiting on {table} (lower(captain_email)) where not email_confirmed',
  ],
  rowsOf: (event) => teamIdOf(event.metadata.stream),
  evolve: project,
})

function project(row: TeamRow | null, event: RecordedEvent<TeamEvent>): TeamRow | null {
  if (event.type === 'TeamRegistered') return registered(event)
  if (row === null) return null
  const { version, at, happenedAt, actor } = event.metadata
  switch (event.type) {
    case 'AddressConfirmed':
      return { ...row, version, email_confirmed: true }
    case 'TeamConfirmed':
      return { ...row, version, status: 'confirmed' }
    case 'TeamWaitlisted':
      return { ...row, version, status: 'waitlist' }
    case 'TeamMarkedPaid':
      return { ...row, version, paid: true }
    case 'TeamMarkedUnpaid':
      return { ...row, version, paid: false }
    case 'TeamRemoved': {
      const removed = { at: (happenedAt ?? at).toISOString(), by: actor.name, reason: event.data.reason }
      return { ...row, version, removed }
    }
    case 'TeamRestored':
      return { ...row, version, removed: null }
    default:
      return row
  }
}

function registered({ data, metadata }: RecordedEvent<Extract<TeamEvent, { type: 'TeamRegistered' }>>): TeamRow {
  return {
    id: teamIdOf(metadata.stream),
    team_name: data.teamName,
    past_team_names: data.pastTeamNames,
    location: data.location,
    division: data.division,
    captain_name: data.captain.name,
    captain_email: data.captain.email,
    captain_phone: data.captain.phone,
    alternate_name: data.alternate?.name ?? null,
    alternate_email: data.alternate?.email ?? null,
    alternate_phone: data.alternate?.phone ?? null,
    comments: data.captain.comments,
    // Only what was entered after the fact (the demo, a list from elsewhere) says when it happened; a visitor cannot.
    created_at: metadata.happenedAt ?? metadata.at,
    status: null,
    paid: false,
    email_confirmed: !data.awaitsConfirmation,
    removed: null,
    edition: metadata.edition,
    version: metadata.version,
  }
}
