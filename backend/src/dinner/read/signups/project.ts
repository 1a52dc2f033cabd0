import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import { emailKey, slotIdOf } from '@ultimate/events/dinner/slot.ts'
import { readModel } from '../../../platform/event-store/read-model.ts'
import type { RecordedEvent } from '../../../platform/event-store/recorded-event.ts'

/** Who signed up for what. */
export type SignupRow = {
  id: string
  slot_id: string
  /** Null for a walk-in; so is `visitor_id`. */
  team_id: string | null
  visitor_id: string | null
  person_name: string
  email: string
  /** The address in one case of letters; empty for a forgotten person. */
  email_key: string
  signed_up_at: Date
  /** The team that a walk-in named; null for all others. */
  walk_in_team: string | null
  /** The user who took a walk-in in; null for all others. */
  taken_in_by: string | null
}

export const signups = readModel<SignupRow, SlotEvent>({
  table: 'dinner_signups',
  version: 5,
  category: 'slot',
  columns: {
    id: { type: 'uuid' },
    slot_id: { type: 'uuid' },
    team_id: { type: 'uuid', nullable: true },
    visitor_id: { type: 'text', nullable: true },
    person_name: { type: 'text' },
    email: { type: 'text' },
    email_key: { type: 'text' },
    signed_up_at: { type: 'timestamptz' },
    walk_in_team: { type: 'text', nullable: true },
    taken_in_by: { type: 'text', nullable: true },
  },
  constraints: [
    'create index {table}_by_visitor on {table} (visitor_id)',
    'create index {table}_by_email on {table} (email_key)',
  ],
  rowsOf: ({ type, data }) => {
    if (type === 'SlotDeleted') return data.signupIds
    return 'signupId' in data ? data.signupId : []
  },
  evolve: project,
})

function project(row: SignupRow | null, { type, data, metadata }: RecordedEvent<SlotEvent>): SignupRow | null {
  if (type === 'SignupRemoved' || type === 'SlotDeleted') return null
  if (type === 'SignupCorrected') {
    const { name, email } = data.person
    return row && { ...row, person_name: name, email, email_key: emailKey(email) }
  }
  if (type !== 'SignedUp' && type !== 'SignupRestored' && type !== 'WalkedIn') return row
  const isWalkIn = type === 'WalkedIn'
  const email = isWalkIn ? '' : data.person.email
  return {
    id: data.signupId,
    slot_id: slotIdOf(metadata.stream),
    team_id: isWalkIn ? null : data.teamId,
    visitor_id: isWalkIn ? null : data.visitorId,
    person_name: data.person.name,
    email,
    email_key: emailKey(email),
    signed_up_at: metadata.happenedAt ?? metadata.at,
    walk_in_team: isWalkIn ? data.person.team : null,
    taken_in_by: isWalkIn ? metadata.actor.id : null,
  }
}
