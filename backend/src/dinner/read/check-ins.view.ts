import { readModel } from '@ultimate/event-store/read-model.ts'
import type { EventMetadata, RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SignupEvent } from '@ultimate/events/dinner/events.ts'
import { type DishState, evolveDish, signupIdOf, unmoved } from '@ultimate/events/dinner/signup.ts'

/** The state of a sign-up on the evening; a new sign-up has no row. */
export type CheckInRow = {
  id: string
  checked_at: Date | null
  checked_in_by: string | null
  /** False where the device gave a time that cannot be true. */
  time_trusted: boolean
  /** The time at which the last action on it came in, if that was late. */
  came_in_at: Date | null
  /**
   * The time at which the person came, and the slot, if the sign-up was removed before the check-in arrived; null once
   * staff have decided.
   */
  undecided_at: Date | null
  undecided_slot_id: string | null
  standing: DishState
  /** The place it holds, in which dinner: `1/buffet/3`. Null in Holding and when it is done. */
  held_place: string | null
  /** The user who moved it last in the dinner of its standing. */
  moved_by: string | null
  /** The year of its dinner. */
  edition: string
  /** The version of the sign-up's stream. */
  version: number
}

export const checkIns = readModel<CheckInRow, SignupEvent>({
  table: 'dinner_check_ins',
  version: 6,
  category: 'signup',
  columns: {
    id: { type: 'uuid' },
    checked_at: { type: 'timestamptz', nullable: true },
    checked_in_by: { type: 'text', nullable: true },
    time_trusted: { type: 'boolean' },
    came_in_at: { type: 'timestamptz', nullable: true },
    undecided_at: { type: 'timestamptz', nullable: true },
    undecided_slot_id: { type: 'uuid', nullable: true },
    standing: { type: 'jsonb' },
    held_place: { type: 'text', nullable: true },
    moved_by: { type: 'text', nullable: true },
    edition: { type: 'text' },
    version: { type: 'integer' },
  },
  constraints: [
    // Two people, one place: the database lets the first one have it.
    'create unique index {table}_held_place on {table} (held_place)',
    'create index {table}_by_edition on {table} (edition)',
    'create index {table}_undecided on {table} (undecided_at, id) where undecided_at is not null',
  ],
  conflicts: { dinner_check_ins_held_place: 'SLOT_OCCUPIED' },
  rowsOf: ({ metadata }) => signupIdOf(metadata.stream),
  evolve: project,
})

function project(row: CheckInRow | null, event: RecordedEvent<SignupEvent>): CheckInRow | null {
  const { type, data, metadata } = event
  const { version, actor } = metadata
  const came_in_at = cameInLate(metadata)
  const before = { ...(row ?? untouched(metadata)), came_in_at }
  switch (type) {
    case 'SignupReinstated':
      return data.arrival ? restoreCheckIn(event, data.arrival) : null
    case 'SignupWithdrawn':
    case 'ArrivalDismissed':
      return null
    case 'CheckedIn':
      return { ...before, version, ...buildArrival(event), checked_at: new Date(data.at) }
    case 'CheckInUndone':
      return before.undecided_at ? null : { ...before, version, ...notCheckedIn }
    case 'RemovedSignupCheckedIn': {
      const undecided = { undecided_at: new Date(data.at), undecided_slot_id: data.slotId }
      return { ...before, version, ...buildArrival(event), ...undecided }
    }
    case 'ArrivalRestored':
      return { ...before, ...restored(row), version }
    default: {
      const standing = evolveDish(before.standing, event)
      return { ...before, version, standing, held_place: heldPlace(standing), moved_by: actor.name }
    }
  }
}

/** The delay after which others may have acted without knowing of an action. */
const lateMs = 60 * 1000

/** The time at which a user's action came in late; else null. Events that the system records are never late. */
export function cameInLate({ at, happenedAt, actor }: EventMetadata): Date | null {
  if (happenedAt === null || actor.kind === 'system') return null
  return at.getTime() - happenedAt.getTime() >= lateMs ? at : null
}

type Arrived = Extract<RecordedEvent<SignupEvent>, { type: 'CheckedIn' | 'RemovedSignupCheckedIn' }>

const buildArrival = ({ data, metadata }: Arrived) => ({
  checked_in_by: metadata.actor.name,
  time_trusted: data.timeTrusted !== false,
})

type Restored = Extract<RecordedEvent<SignupEvent>, { type: 'SignupReinstated' }>

function restoreCheckIn(
  { metadata }: Restored,
  { at, timeTrusted, standing }: NonNullable<Restored['data']['arrival']>,
): CheckInRow {
  const { version, actor } = metadata
  return {
    ...untouched(metadata),
    version,
    checked_at: new Date(at),
    checked_in_by: actor.name,
    time_trusted: timeTrusted !== false,
    standing,
    held_place: heldPlace(standing),
    moved_by: standing.dinner === unmoved.dinner ? null : actor.name,
  }
}

/** A decision of staff does not change the time at which a check-in came in. */
const restored = (row: CheckInRow | null) => ({
  checked_at: row?.undecided_at ?? null,
  came_in_at: row?.came_in_at ?? null,
  undecided_at: null,
  undecided_slot_id: null,
})

const notCheckedIn = { checked_at: null, checked_in_by: null, time_trusted: true } as const

const untouched = ({ stream, edition }: Pick<EventMetadata, 'stream' | 'edition'>): CheckInRow => ({
  id: signupIdOf(stream),
  ...notCheckedIn,
  came_in_at: null,
  undecided_at: null,
  undecided_slot_id: null,
  standing: unmoved,
  held_place: null,
  moved_by: null,
  edition,
  version: 0,
})

export function heldPlace({ dinner, place, emptiedAt }: DishState): string | null {
  return place.zone === 'holding' || emptiedAt !== null ? null : `${dinner}/${place.zone}/${place.position}`
}
