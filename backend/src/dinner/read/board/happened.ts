import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { type DishPlace, placeName } from '@ultimate/events/dinner/board.ts'
import type { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent, SignupEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import { dishIn, signupStream, unmoved } from '@ultimate/events/dinner/signup-state.ts'
import { DomainError, type Happened } from '@ultimate/events/language/domain-error.ts'
import type { Platform } from '../../../platform/module.ts'
import { readRemovedSignup } from '../arrivals.query.ts'
import { heldPlace } from '../check-ins.view.ts'
import { readSignup } from '../signups.view.ts'
import { readBoard } from './board.query.ts'

type EditionLog = Pick<Platform, 'log' | 'current'>
type Code = keyof typeof dinnerErrors.registry
type Fact = RecordedEvent<SignupEvent | SessionEvent>
type Types = readonly Fact['type'][]

const moves = ['DishMoved', 'DishPutBack'] satisfies Types
const whereabouts = [...moves, 'DishEmptied'] satisfies Types

/** The facts of the sign-up's own stream, by domain error; the last of these facts is the reason of the error. */
const reasons: Partial<Record<Code, Types>> = {
  DISH_IN_USE: whereabouts,
  DISH_MOVED_MEANWHILE: whereabouts,
  DISH_NOT_ON_BUFFET: whereabouts,
  DISH_FINISHED: ['DishEmptied'],
  DISH_NOT_CHECKED_IN: ['CheckInUndone'],
  SIGNUP_NOT_FOUND: ['SignupWithdrawn', 'ArrivalDismissed'],
}
/** The same for facts of the dinner's stream. */
const reasonsOfDinner: Partial<Record<Code, Types>> = {
  DINNER_ALREADY_FINISHED: ['DinnerFinished'],
  DINNER_NOT_IN_PROGRESS: ['DinnerFinished', 'DinnerReset', 'DinnerReverted'],
  DINNER_WAS_RESET: ['DinnerReset'],
}

interface SignupCommand {
  readonly id: string
  /** The place to which a dish was to move. */
  readonly to?: DishPlace | undefined
}

/**
 * Runs a command of staff about one sign-up. If it is refused because of what others did, the domain error describes
 * what they did, who did it and when. For routes of staff alone: it names users.
 */
export async function explainingErrors<T>(known: EditionLog, asked: SignupCommand, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const happened = await findReason(known, error.code as Code, asked)
    throw happened ? error.because(happened) : error
  }
}

async function findReason(known: EditionLog, code: Code, { id, to }: SignupCommand): Promise<Happened | null> {
  if (code === 'SLOT_OCCUPIED') return takenBy(known, { id, to })
  const ofDinner = reasonsOfDinner[code]
  if (ofDinner) return readLast(known, dinnerStream(known.current.edition), { types: ofDinner, name: 'Dinner' })
  const types = reasons[code]
  return types ? readLast(known, signupStream(id), { types, name: await readName(known, id) }) : null
}

/** Finds how the dish that holds the place came there; without `to`, the place is the one that this dish had. */
async function takenBy(known: EditionLog, { id, to }: SignupCommand): Promise<Happened | null> {
  const { session, dishes: own } = await readBoard(known.current, { id })
  const state = dishIn(session.dinner, own[0]?.state ?? unmoved)
  const held_place = heldPlace({ ...state, place: to ?? state.place, emptiedAt: null })
  const [holder] = held_place === null ? [] : (await readBoard(known.current, { held_place })).dishes
  return holder ? readLast(known, signupStream(holder.id), { types: moves, name: holder.signup.slot_name }) : null
}

async function readLast(
  { log, current }: EditionLog,
  stream: string,
  { types, name }: { readonly types: Types; readonly name: string },
): Promise<Happened | null> {
  const found = await log.read({ stream, types: [...types], newestFirst: true, limit: 1 })
  const [fact] = found as readonly Fact[]
  if (!fact || fact.metadata.edition !== current.edition) return null
  const { actor, at, happenedAt } = fact.metadata
  return {
    what: describeFact(fact, name),
    by: actor.kind === 'staff' ? actor.name : null,
    at: (happenedAt ?? at).toISOString(),
  }
}

function describeFact({ type, data }: Fact, name: string): string {
  switch (type) {
    case 'DishMoved':
      return `${name} was moved to ${placeName(data.to)}`
    case 'DishPutBack':
      return `${name} was put back on the buffet`
    case 'DishEmptied':
      return `${name} was marked as done`
    case 'CheckInUndone':
      return `The check-in of ${name} was undone`
    case 'DinnerReset':
      return `${name} was reset`
    case 'DinnerReverted':
      return `${name} was set back`
    case 'DinnerFinished':
      return `${name} was finished`
    default:
      return `${name} was removed`
  }
}

/** Returns the name that lists show, even if the sign-up is gone. */
async function readName(known: EditionLog, id: string): Promise<string> {
  const { signup } = (await readSignup(known.current, id)) ?? (await readRemovedSignup(known, id)) ?? {}
  if (!signup) return 'This sign-up'
  return signup.category === 'dishes' ? signup.slot_name : signup.person_name
}
