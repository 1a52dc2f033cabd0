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
  /** The server received the last action on the sign-up then; null if that was not late. */
  came_in_at: Date | null
  /** A removed arrival happened then, for the slot below; both are null unless staff have to decide about one. */
  undecided_at: Date | null
  undecided_slot_id: string | null
  /** The state of the dish. */
  standing: DishState
  /** `1/buffet/3` is a place in the first dinner. Null in Holding, and once the dish is done. */
  held_place: string | null
  /** The user who moved the dish last in the dinner of `standing`. */
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
    // If two people move dishes to one place at the same time, the database accepts only the first.
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
  const came_in_at = findLateReceipt(metadata)
  const before = { ...(row ?? emptyRow(metadata)), came_in_at }
  switch (type) {
    case 'SignupReinstated':
      return data.arrival ? buildRestored(event, data.arrival) : null
    case 'SignupWithdrawn':
    case 'ArrivalDismissed':
      return null
    case 'CheckedIn':
      return { ...before, version, ...toCheckInColumns(event), checked_at: new Date(data.at) }
    case 'CheckInUndone':
      return before.undecided_at ? null : { ...before, version, ...notCheckedIn }
    case 'RemovedSignupCheckedIn': {
      const undecided = { undecided_at: new Date(data.at), undecided_slot_id: data.slotId }
      return { ...before, version, ...toCheckInColumns(event), ...undecided }
    }
    case 'ArrivalRestored':
      return { ...before, ...acceptUndecided(row), version }
    case 'DishMoved':
    case 'DishEmptied':
    case 'DishPutBack': {
      const standing = evolveDish(before.standing, event)
      return { ...before, version, standing, held_place: findHeldPlace(standing), moved_by: actor.name }
    }
  }
}

/** The delay after which an action counts as received late, because others may have acted without knowing of it. */
const lateMs = 60 * 1000

/** Returns when the server received a user's action, if that was late; else null. The system's events are never late. */
export function findLateReceipt({ at, happenedAt, actor }: EventMetadata): Date | null {
  if (happenedAt === null || actor.kind === 'system') return null
  return at.getTime() - happenedAt.getTime() >= lateMs ? at : null
}

type CheckIn = Extract<RecordedEvent<SignupEvent>, { type: 'CheckedIn' | 'RemovedSignupCheckedIn' }>

const toCheckInColumns = ({ data, metadata }: CheckIn) => ({
  checked_in_by: metadata.actor.name,
  time_trusted: data.timeTrusted !== false,
})

type Restored = Extract<RecordedEvent<SignupEvent>, { type: 'SignupReinstated' }>

/** Returns the row of a restored sign-up that had been checked in. */
function buildRestored(
  { metadata }: Restored,
  { at, timeTrusted, standing }: NonNullable<Restored['data']['arrival']>,
): CheckInRow {
  const { version, actor } = metadata
  return {
    ...emptyRow(metadata),
    version,
    checked_at: new Date(at),
    checked_in_by: actor.name,
    time_trusted: timeTrusted !== false,
    standing,
    held_place: findHeldPlace(standing),
    moved_by: standing.dinner === unmoved.dinner ? null : actor.name,
  }
}

/** Returns the columns of a removed arrival that staff accepted. The decision does not change when it was received. */
const acceptUndecided = (row: CheckInRow | null) => ({
  checked_at: row?.undecided_at ?? null,
  came_in_at: row?.came_in_at ?? null,
  undecided_at: null,
  undecided_slot_id: null,
})

const notCheckedIn = { checked_at: null, checked_in_by: null, time_trusted: true } as const

/** The row of a sign-up before its first event on the evening. */
const emptyRow = ({ stream, edition }: Pick<EventMetadata, 'stream' | 'edition'>): CheckInRow => ({
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

/** Returns the `held_place` of a dish. */
export const findHeldPlace = (dish: DishState): string | null => (dish.emptiedAt === null ? nameHeldPlace(dish) : null)

/** Returns the `held_place` of a dish that stands at this place: `1/buffet/3`; null for Holding, where any number may stand. */
export const nameHeldPlace = ({ dinner, place }: Pick<DishState, 'dinner' | 'place'>): string | null =>
  place.zone === 'holding' ? null : `${dinner}/${place.zone}/${place.position}`
