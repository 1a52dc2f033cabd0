import {
  type DishDetails,
  detailsToRequest,
  noDetails,
  requestToDetails,
} from '@ultimate/events/dinner/dish-details.ts'
import { nameOfSlot, type SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { buildSignup } from '@ultimate/events/dinner/slots/build-signup.ts'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { CommandRequest, QueuedCommand, QueuedStatus } from '@ultimate/kit/offline-queue/command.ts'
import { type CheckInKind, updateSentence } from './kinds.ts'

/** The state of one sign-up on this device, on top of the server's. */
export interface Mark {
  /** True if the sign-up is shown as checked in, false if as pending; null where the server decides. */
  readonly checkedIn: boolean | null
  /** The status of the last command about the sign-up. */
  readonly status: QueuedStatus
  /** The time when the last command was queued; ISO. */
  readonly at: string
  /** The reason why a command was rejected or could not be sent; null where none failed. */
  readonly sentence: string | null
  /** The last command that was rejected and is not decided on. */
  readonly rejected: QueuedCommand | null
}
export type Marks = ReadonlyMap<string, Mark>

export const isCheckIn = ({ operation }: Pick<QueuedCommand, 'operation'>, kind: CheckInKind): boolean =>
  operation === kind.checkIn

const walkInOperation = 'POST /api/dinner-management/walk-ins'

/** The slot that a walk-in shows until the server has made it a sign-up. */
interface WalkInNote {
  /** `slot_id` is null for a dish that no slot asks for. */
  readonly slot: Pick<Signup, 'slot_name' | 'time_slot' | 'category'> & { readonly slot_id: string | null }
}

/** A person who came without a sign-up, and the slot that they came for. */
export interface WalkIn {
  readonly name: string
  /** Empty where none was given. */
  readonly team: string
  /** Absent where none were given. */
  readonly details?: DishDetails
  readonly slot: WalkInNote['slot']
}

export function walkInCommand({ name, team, details = noDetails, slot }: WalkIn): CommandRequest {
  const note: WalkInNote = { slot }
  return {
    operation: walkInOperation,
    params: {},
    body: {
      name,
      ...(slot.slot_id === null ? { dish_name: slot.slot_name } : { slot_id: slot.slot_id }),
      ...(team !== '' && { team_name: team }),
      ...detailsToRequest(details),
    },
    answers: 'signup',
    // Commands of one subject are sent in order: so are two walk-ins of one name for one slot.
    subject: `walk-in-${slot.slot_id ?? slot.slot_name}-${name}`,
    label: `Walk-in of ${name}, ${nameOfSlot({ name: slot.slot_name, time_slot: slot.time_slot })}`,
    note: { ...note },
  }
}

export const isWalkIn = ({ operation, note }: QueuedCommand, kind: CheckInKind): boolean =>
  operation === walkInOperation && (note as WalkInNote | undefined)?.slot.category === kind.category

/** Builds a sign-up for each queued walk-in, with the key of its command as its id. */
export const buildWalkIns = (commands: readonly QueuedCommand[], kind: CheckInKind): Signup[] =>
  commands
    .filter((command) => isWalkIn(command, kind))
    .map(({ key, body, note, queuedAt }) => ({ key, body, queuedAt, slot: (note as unknown as WalkInNote).slot }))
    .map(({ key, body, queuedAt, slot }) =>
      buildSignup({
        ...slot,
        slot_id: slot.slot_id ?? key,
        id: key,
        person_name: String(body['name']),
        team_name: null,
        walk_in_team: String(body['team_name'] ?? ''),
        taken_in_by: null,
        checked_at: new Date(queuedAt),
        time_trusted: null,
        came_in_at: null,
        description: '',
        details: requestToDetails(body),
      }),
    )

export function checkInRequest(kind: CheckInKind, signup: Signup, checkedIn: boolean): CommandRequest {
  const { id, person_name: person, slot_name: slot } = signup
  return {
    operation: kind.checkIn,
    params: { id },
    body: { checkedIn },
    answers: 'signup',
    subject: `signup-${id}`,
    label: `${checkedIn ? 'Check in' : 'Undo the check-in of'} ${person}, ${slot}`,
  }
}

/** Returns the id of the command's sign-up, or the key of a walk-in; undefined for a command of the other page. */
function findSignupId(command: QueuedCommand, kind: CheckInKind): string | undefined {
  if (isCheckIn(command, kind)) return command.params['id']
  return isWalkIn(command, kind) ? command.key : undefined
}

/** Collects the marks by the sign-up's id. A command to be sent moves the row; a rejected command only marks it. */
export function collectMarks(commands: readonly QueuedCommand[], kind: CheckInKind): Marks {
  const marks = new Map<string, Mark>()
  for (const command of commands) {
    const { body, status, queuedAt } = command
    const id = findSignupId(command, kind)
    if (id === undefined) continue
    const earlier = marks.get(id)
    const isRejected = status === 'rejected'
    marks.set(id, {
      // The body of a walk-in has no `checkedIn`: a walk-in is checked in.
      checkedIn: isRejected ? (earlier?.checkedIn ?? null) : body['checkedIn'] !== false,
      status: isRejected ? (earlier?.status ?? status) : status,
      at: new Date(queuedAt).toISOString(),
      sentence: describeFailure(command, kind.category) ?? earlier?.sentence ?? null,
      rejected: isRejected ? command : (earlier?.rejected ?? null),
    })
  }
  return marks
}

/** Describes the failure of a command in the words of the page; null while there is none. */
export function describeFailure({ rejection, failure }: QueuedCommand, category: SlotCategory): string | null {
  if (rejection) return updateSentence(category, { kind: 'rejected', reason: rejection.message })
  if (failure === null) return null
  return failure.because === 'connection'
    ? updateSentence(category, { kind: 'no answer' })
    : updateSentence(category, { kind: 'rejected', reason: failure.message })
}
