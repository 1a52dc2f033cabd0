import { readModel } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type Seeds, teamIdOf, withSeed } from '@ultimate/events/tournament/bid.ts'
import type { BidContents } from '@ultimate/events/tournament/bid-contents.ts'
import type { TeamEvent } from '@ultimate/events/tournament/events.ts'
import type { BidForm } from '@ultimate/events/tournament/registration.ts'
import type { Division, TeamStatus } from '@ultimate/events/tournament/team.ts'
import { type NoteInRow, rowWithNote, rowWithoutNote } from '../../../platform/staff-notes.ts'

export type Removal = {
  /** ISO 8601. */
  readonly at: string
  /** The name of the user; null for the captain and the system. */
  readonly by: string | null
  readonly reason: string
  /** True where the captain withdrew the team; false where staff removed it. */
  readonly withdrawn: boolean
}

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
  /** The decision of staff; null leaves the status to the order of registration. */
  status: TeamStatus | null
  paid: boolean
  /** The seeds by division. */
  seeds: Seeds
  /** True for a bid that counts, also where its address never had to be confirmed. */
  email_confirmed: boolean
  /** True where staff entered the bid for its captain. */
  entered_by_staff: boolean
  /** Null while the team is registered. A removed team keeps its row, because it may be restored. */
  removed: Removal | null
  notes: readonly NoteInRow[]
  /** The year that the team registered for. */
  edition: string
  /** The generation of the private links that open the bid; those of earlier generations were revoked. */
  link_generation: number
  /** The version of the team's stream. */
  version: number
}

export const teams = readModel<TeamRow, TeamEvent>({
  table: 'teams',
  version: 12,
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
    seeds: { type: 'jsonb' },
    email_confirmed: { type: 'boolean' },
    entered_by_staff: { type: 'boolean' },
    removed: { type: 'jsonb', nullable: true },
    notes: { type: 'jsonb' },
    edition: { type: 'text' },
    link_generation: { type: 'integer' },
    version: { type: 'integer' },
  },
  constraints: [
    'create index {table}_by_order on {table} (edition, created_at, id)',
    'create index {table}_by_address on {table} (lower(captain_email))',
  ],
  rowsOf: (event) => teamIdOf(event.metadata.stream),
  evolve: project,
})

function project(row: TeamRow | null, event: RecordedEvent<TeamEvent>): TeamRow | null {
  if (event.type === 'TeamRegistered') return toRow(event)
  if (row === null) return null
  const { version, at, happenedAt, actor } = event.metadata
  switch (event.type) {
    case 'AddressConfirmed':
      return { ...row, version, email_confirmed: true }
    case 'TeamConfirmed':
      return { ...row, version, status: 'confirmed' }
    case 'TeamWaitlisted':
      return { ...row, version, status: 'waitlist' }
    case 'TeamStandingReset':
      return { ...row, version, status: null }
    case 'TeamMarkedPaid':
      return { ...row, version, paid: true }
    case 'TeamMarkedUnpaid':
      return { ...row, version, paid: false }
    case 'TeamSeeded':
      return { ...row, version, seeds: withSeed(row.seeds, row.division, event.data.seed) }
    case 'TeamRemoved': {
      const { reason } = event.data
      return {
        ...row,
        version,
        removed: { at: (happenedAt ?? at).toISOString(), by: actor.name, reason, withdrawn: false },
      }
    }
    case 'TeamWithdrawn':
      return { ...row, version, removed: { at: at.toISOString(), by: null, reason: '', withdrawn: true } }
    case 'TeamCorrected':
      return { ...row, version, division: event.data.division ?? row.division, ...toColumns(event.data) }
    case 'TeamNoteAdded':
      return { ...row, version, notes: rowWithNote(row.notes, event.data, event.metadata) }
    case 'TeamNoteRemoved':
      return { ...row, version, notes: rowWithoutNote(row.notes, event.data) }
    case 'BidLinkRevoked':
      return { ...row, version, link_generation: row.link_generation + 1 }
    case 'TeamRestored':
      return { ...row, version, removed: null }
    default:
      return row
  }
}

/** All columns, for queries of whole rows: with `*`, prepared statements would fail once the table gets another column. */
export const teamColumns: readonly string[] = Object.keys(teams.columns)

/** The columns of what a captain enters and may correct, by the fields of the form. */
const bidColumns = {
  teamName: 'team_name',
  pastTeamNames: 'past_team_names',
  location: 'location',
  captainName: 'captain_name',
  captainEmail: 'captain_email',
  captainPhone: 'captain_phone',
  altCaptainName: 'alternate_name',
  altCaptainEmail: 'alternate_email',
  altCaptainPhone: 'alternate_phone',
  comments: 'comments',
} as const satisfies Record<keyof BidForm, keyof TeamRow>
type BidColumns = Pick<TeamRow, (typeof bidColumns)[keyof BidForm]>

/** The bid as its form sends it. */
export const toBidForm = (row: BidColumns): BidForm =>
  Object.fromEntries(
    Object.entries(bidColumns).map(([field, column]) => [field, row[column] ?? '']),
  ) as unknown as BidForm

const toColumns = ({ teamName, pastTeamNames, location, captain, alternate }: BidContents): BidColumns => ({
  team_name: teamName,
  past_team_names: pastTeamNames,
  location,
  captain_name: captain.name,
  captain_email: captain.email,
  captain_phone: captain.phone,
  alternate_name: alternate?.name ?? null,
  alternate_email: alternate?.email ?? null,
  alternate_phone: alternate?.phone ?? null,
  comments: captain.comments,
})

function toRow({ data, metadata }: RecordedEvent<Extract<TeamEvent, { type: 'TeamRegistered' }>>): TeamRow {
  return {
    id: teamIdOf(metadata.stream),
    division: data.division,
    ...toColumns(data),
    // Only bids that are entered later (the demo, a list from elsewhere) have `happenedAt`; a visitor cannot set it.
    created_at: metadata.happenedAt ?? metadata.at,
    status: null,
    paid: false,
    seeds: {},
    email_confirmed: !data.awaitsConfirmation,
    entered_by_staff: data.enteredByStaff === true,
    removed: null,
    notes: [],
    edition: metadata.edition,
    link_generation: 0,
    version: metadata.version,
  }
}
