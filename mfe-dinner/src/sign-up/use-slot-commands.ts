import { pickDetails, toRequestedDetails } from '@ultimate/events/dinner/dish-details.ts'
import { canRepeat, isFull } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { minFillMs } from '@ultimate/events/language/text/form-mark.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { heldBack } from '@ultimate/kit/form/form-watch.tsx'
import { ApiError, call, type Operations } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { isUnderWay, useCommand, type Waiting } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { create } from 'zustand'
import { cancelSignup } from '../slots/slots-query.ts'
import { isOf, type Person, signUpForm } from '../volunteers/person.ts'

type SignUpBody = Operations['POST /api/dinner-signup']['request']['body']

/** A change that the visitor wants for one slot. */
type Intent = { readonly kind: 'sign-up'; readonly body: SignUpBody } | CancelSignup
export interface CancelSignup {
  readonly kind: 'cancel-signup'
  readonly signup: ShownSignup
}

/**
 * An intent, with the server's counts at the press. {@link applyIntent} compares these with a later list, to find out
 * whether the list already includes the intent.
 */
export interface Pressed {
  readonly intent: Intent
  /** The number of all sign-ups of the slot. */
  readonly count: number
  /** The number of sign-ups that this device owns. */
  readonly ownCount: number
}

/** A sign-up of this device as a card shows it. The answer of an older server has no allergens. */
export type ShownSignup = Readonly<
  Pick<OwnSignup, 'id' | 'person_name' | 'email' | 'captain_id' | 'checked_in'> & Partial<Pick<OwnSignup, 'allergens'>>
> & {
  /** True until the server has answered, while the sign-up cannot be canceled yet. */
  readonly isPending?: true
}

/** The number of sign-ups of a slot, and those of this device, as its card shows them. */
interface ShownSlot {
  readonly count: number
  readonly ownSignups: readonly ShownSignup[]
}

/** The time in which a canceled sign-up can be restored, in milliseconds. */
export const undoMs = 10_000

/** The sign-ups that were canceled on this device and can be restored, by slot, oldest first. */
const useCanceled = create<Readonly<Record<string, readonly ShownSignup[]>>>()(() => ({}))
const none: readonly ShownSignup[] = []

function noteCanceled(slotId: string, signup: ShownSignup): void {
  forgetCanceled(slotId, signup)
  useCanceled.setState(({ [slotId]: canceled = none }) => ({ [slotId]: [...canceled, signup] }))
  setTimeout(() => forgetCanceled(slotId, signup), undoMs)
}

/** Forgets a canceled sign-up. Returns true if it could still be restored. */
function forgetCanceled(slotId: string, { id }: ShownSignup): boolean {
  const { [slotId]: canceled = none } = useCanceled.getState()
  const others = canceled.filter((one) => one.id !== id)
  useCanceled.setState({ [slotId]: others })
  return others.length < canceled.length
}

export interface SlotCommands {
  readonly shown: ShownSlot
  readonly isActing: boolean
  /** Set while the intent waits for the connection; otherwise null. */
  readonly waiting: Waiting | null
  /** The reason why the last intent was rejected; null while there is none. */
  readonly rejection: string | null
  /** True while it is unknown whether the last intent arrived. The intent is sent again until there is an answer. */
  readonly isInterrupted: boolean
  /** The sign-ups that were canceled on this device and can be restored for some seconds. */
  readonly canceled: readonly ShownSignup[]
  readonly signUp: (person: Person) => void
  readonly cancelSignup: (signup: ShownSignup) => void
  /** Signs the same person up again. */
  readonly restoreSignup: (canceled: ShownSignup) => void
  readonly tryAgain: () => void
}

/** Carries out the intents of this device for a slot, one at a time. `shown` is what the card shows meanwhile. */
export function useSlotCommands(slot: Slot, ownSignups: readonly OwnSignup[]): SlotCommands {
  const slotId = slot.id
  /** A card that is mounted again has the same place, and shows the command that is still under way. */
  const commandPlace = `slot-${slotId}`
  const { run, status, waiting, subject, message, isPending } = useCommand<Pressed>({
    place: commandPlace,
    // A slot may fill up, so the request is sent again until it is clear whether the person is signed up.
    isRepeated: true,
    isSame: isSameRequest,
    send: ({ intent }, key) => perform(intent, key),
    failed: findSentence,
    onDone: (_, { intent }) => intent.kind === 'cancel-signup' && noteCanceled(slotId, intent.signup),
  })
  const press = (intent: Intent) => {
    // Not `isPending`, which is of the last rendering: a second tap may come before the next rendering.
    if (!isUnderWay(commandPlace)) run({ intent, count: slot.current_signups, ownCount: ownSignups.length })
  }
  const pressSignUp = (body: SignUpBody) => press({ kind: 'sign-up', body: { ...body, form: signUpForm.mark() } })
  return {
    // The intent is shown as done only while it is being sent. An intent that waits for the connection or got no answer
    // may not have reached the server.
    shown: applyIntent(slot.current_signups, ownSignups, (status === 'sending' && subject) || null),
    isActing: isPending,
    waiting,
    rejection: status === 'rejected' ? message : null,
    isInterrupted: status === 'unknown',
    canceled: useCanceled(({ [slotId]: canceled = none }) => canceled),
    signUp: ({ name, email, captainId }) => pressSignUp({ personName: name, email, captainId, slotId }),
    cancelSignup: (signup) => press({ kind: 'cancel-signup', signup }),
    restoreSignup: (canceled) => {
      const { person_name: personName, email, captain_id: captainId } = canceled
      if (isUnderWay(commandPlace) || !forgetCanceled(slotId, canceled)) return
      pressSignUp({ personName, email, captainId, slotId, ...toRequestedDetails(pickDetails(canceled)) })
    },
    tryAgain: () => subject && run(subject),
  }
}

/**
 * Returns the server's state with the pressed intent on top. A list may already include an intent that has no answer
 * yet. Such an intent is not counted twice.
 */
export function applyIntent(count: number, ownSignups: readonly OwnSignup[], pressed: Pressed | null): ShownSlot {
  if (!pressed) return { count, ownSignups }
  const { intent } = pressed
  if (intent.kind === 'cancel-signup') {
    const expected = Math.max(0, pressed.count - 1)
    return {
      // The latest list may already leave out the sign-up, so 1 is subtracted from the count at the press.
      count: Math.min(count, expected),
      ownSignups: ownSignups.filter(({ id }) => id !== intent.signup.id),
    }
  }
  const { personName, email, captainId: captain_id } = intent.body
  const person = { person_name: personName.trim(), email: email.trim(), captain_id }
  const pending: ShownSignup = { id: 'pending', ...person, checked_in: false, isPending: true }
  const isListed = ownSignups.length > pressed.ownCount
  return {
    count: Math.max(count, pressed.count + 1),
    ownSignups: isListed ? ownSignups : [...ownSignups, pending],
  }
}

type Plus =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'sign-up' }
  /** Serving only: the button cancels this person's sign-up. */
  | { readonly kind: 'toggle-off'; readonly signup: ShownSignup }

/**
 * Returns what the plus button of a card does. One person may bring a dish several times; a person who serves
 * steps down with the same button.
 */
export function choosePlus(slot: Slot, shown: ShownSlot, person: Person | null): Plus {
  if (person === null || isFull(shown.count, slot.max_signups)) return { kind: 'hidden' }
  if (canRepeat(slot.category)) return { kind: 'sign-up' }
  const signup = shown.ownSignups.find((own) => isOf(person, own))
  return signup ? { kind: 'toggle-off', signup } : { kind: 'sign-up' }
}

/** Returns true if both presses want the same. Form marks are left out, because they contain a time. */
const isSameRequest = (one: Pressed, other: Pressed): boolean => isEqual(identify(one.intent), identify(other.intent))
const identify = (intent: Intent) =>
  intent.kind === 'cancel-signup' ? intent.signup.id : { ...intent.body, form: undefined }

/** Sends the intent, and resolves when the lists show it. */
async function perform(intent: Intent, key: string): Promise<void> {
  try {
    await (intent.kind === 'sign-up' ? sendSignUp(key, intent.body) : cancelSignup(intent.signup.id, key))
  } catch (error) {
    void refresh(['slots'])
    if (error instanceof ApiError && error.code === 'FORM_TRAP_FILLED') signUpForm.clearTrap()
    // The slot's card disappears, so the sentence goes into a toast.
    if (error instanceof ApiError && error.code === 'UNKNOWN_SLOT') toast.error(error.message)
    throw error
  }
  await refresh(['slots'])
}

async function sendSignUp(key: string, { form: formMark, ...body }: SignUpBody) {
  // The server takes a form that was filled in faster than `minFillMs` for a bot's, so a quick person's request waits.
  const form = formMark && (await heldBack(formMark, minFillMs))
  const { signup } = await call('POST /api/dinner-signup', { body: { ...body, form } }, { idempotencyKey: key })
  const mailed = doesSiteMail() ? ' We’ll email your private link.' : ''
  toast.success(`Signed up for ${signup.slot_name}.${mailed}`, offerUndo([key]))
}

/** Returns the server's sentence about the first invalid field, or else its general sentence. */
const findSentence = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || error.message
