import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import type { SessionEvent, SignupEvent } from '@ultimate/events/dinner/events.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import { advanceToDinner, type DishPlace, placeName, signupStream, unmoved } from '@ultimate/events/dinner/signup.ts'
import { DomainError, type Happened } from '@ultimate/events/language/domain-error.ts'
import type { Platform } from '../../platform/module.ts'
import { readBoard } from '../read/board/board.query.ts'
import { readCanceledSignup } from '../read/canceled-signups.query.ts'
import { nameHeldPlace } from '../read/check-ins.view.ts'
import { readSignup } from '../read/signups.view.ts'

type EditionLog = Pick<Platform, 'log' | 'current'>

interface SignupCommand {
  readonly id: string
  /** The place to which a dish was to move. */
  readonly to?: DishPlace | undefined
}

/**
 * Runs a command of staff about one sign-up. If it is rejected because of an earlier action, adds to the domain error what
 * was done, by whom and when. Only for routes of staff, because the error then names users.
 */
export async function explainRejections<T>(
  editionLog: EditionLog,
  command: SignupCommand,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const happened = await findReason(editionLog, error.code as Code, command)
    throw happened ? error.because(happened) : error
  }
}

type Code = keyof typeof dinnerErrors.registry
type ReasonType =
  | Extract<SignupEvent['type'], 'DishMoved' | 'DishPutBack' | 'DishEmptied' | 'CheckInUndone'>
  | Extract<SignupEvent['type'], 'SignupWithdrawn' | 'ArrivalDismissed'>
  | Extract<SessionEvent['type'], 'DinnerFinished' | 'DinnerReset' | 'DinnerReverted'>
type Reason = RecordedEvent<Extract<SignupEvent | SessionEvent, { type: ReasonType }>>

const placeTaken = ['DishMoved', 'DishPutBack'] satisfies ReasonType[]
const dishChanged = [...placeTaken, 'DishEmptied'] satisfies ReasonType[]

/** The events of the sign-up's own stream that explain a domain error: the last one of them is its reason. */
const reasonsInSignup: Partial<Record<Code, readonly ReasonType[]>> = {
  DISH_IN_USE: dishChanged,
  DISH_MOVED_MEANWHILE: dishChanged,
  DISH_NOT_ON_BUFFET: dishChanged,
  DISH_FINISHED: ['DishEmptied'],
  DISH_NOT_CHECKED_IN: ['CheckInUndone'],
  SIGNUP_NOT_FOUND: ['SignupWithdrawn', 'ArrivalDismissed'],
}
/** The events of the dinner's stream that explain a domain error. */
const reasonsInDinner: Partial<Record<Code, readonly ReasonType[]>> = {
  DINNER_ALREADY_FINISHED: ['DinnerFinished'],
  DINNER_NOT_IN_PROGRESS: ['DinnerFinished', 'DinnerReset', 'DinnerReverted'],
  DINNER_WAS_RESET: ['DinnerReset'],
}

async function findReason(editionLog: EditionLog, code: Code, command: SignupCommand): Promise<Happened | null> {
  if (code === 'SLOT_OCCUPIED') return explainTakenPlace(editionLog, command)
  const inDinner = reasonsInDinner[code]
  if (inDinner) {
    const stream = dinnerStream(editionLog.current.edition)
    return describeLast(editionLog, stream, { types: inDinner, name: 'Dinner' })
  }
  const { id } = command
  const inSignup = reasonsInSignup[code]
  if (!inSignup) return null
  return describeLast(editionLog, signupStream(id), { types: inSignup, name: await readName(editionLog, id) })
}

/** Describes how another dish came to the place `to`; without `to`, to the place where this dish stood last. */
async function explainTakenPlace(editionLog: EditionLog, { id, to }: SignupCommand): Promise<Happened | null> {
  const { current } = editionLog
  const { session, dishes } = await readBoard(current, { id })
  const { dinner, place } = advanceToDinner(session.dinner, dishes[0]?.state ?? unmoved)
  const held_place = nameHeldPlace({ dinner, place: to ?? place })
  const [holder] = held_place === null ? [] : (await readBoard(current, { held_place })).dishes
  if (!holder) return null
  return describeLast(editionLog, signupStream(holder.id), { types: placeTaken, name: holder.signup.slot_name })
}

/** Describes the last event of these types in the stream; null if there is none, or if it is of another edition. */
async function describeLast(
  { log, current }: EditionLog,
  stream: string,
  { types, name }: { readonly types: readonly ReasonType[]; readonly name: string },
): Promise<Happened | null> {
  const events = await log.read({ stream, types: [...types], newestFirst: true, limit: 1 })
  const [reason] = events as readonly Reason[]
  if (!reason || reason.metadata.edition !== current.edition) return null
  const { actor, at, happenedAt } = reason.metadata
  return {
    what: describeReason(reason, name),
    by: actor.kind === 'staff' ? actor.name : null,
    at: (happenedAt ?? at).toISOString(),
  }
}

/** `name` is that of a dish, of a person, or `Dinner`. */
function describeReason({ type, data }: Reason, name: string): string {
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
    case 'SignupWithdrawn':
    case 'ArrivalDismissed':
      return `${name} was removed`
  }
}

/** Returns the name that lists show, even if the sign-up was canceled. */
async function readName(editionLog: EditionLog, id: string): Promise<string> {
  const { signup } = (await readSignup(editionLog.current, id)) ?? (await readCanceledSignup(editionLog, id)) ?? {}
  if (!signup) return 'This sign-up'
  return signup.category === 'dishes' ? signup.slot_name : signup.person_name
}
