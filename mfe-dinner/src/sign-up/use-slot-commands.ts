import { detailsToRequest } from '@ultimate/events/dinner/dish-details.ts'
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

/** An intent, with the server's counts when the button was pressed. */
export interface PressedIntent {
  readonly intent: Intent
  /** The number of all sign-ups of the slot. */
  readonly countAtPress: number
  /** The number of the slot's sign-ups that this device owns. */
  readonly ownCountAtPress: number
}

/** A sign-up of this device as a card shows it. The answer of an older server has no allergens. */
export type ShownSignup = Readonly<
  Pick<OwnSignup, 'id' | 'person_name' | 'email' | 'captain_id' | 'checked_in'> & Partial<Pick<OwnSignup, 'allergens'>>
> & {
  /** True until the server has answered. Until then, the sign-up cannot be canceled. */
  readonly isPending?: true
}

/** A slot as its card shows it. */
interface ShownSlot {
  /** The number of all sign-ups. */
  readonly count: number
  /** The sign-ups of this device. */
  readonly ownSignups: readonly ShownSignup[]
}

/** The time in which a cancellation can be undone, in milliseconds. */
export const undoMs = 10_000

/** The sign-ups that were canceled on this device, as long as that can be undone: by slot, oldest first. */
const useCanceledBySlot = create<Readonly<Record<string, readonly ShownSignup[]>>>()(() => ({}))
const none: readonly ShownSignup[] = []

/** Notes a canceled sign-up for {@link undoMs}. */
function noteCanceled(slotId: string, signup: ShownSignup): void {
  // Without this, a sign-up that is canceled twice would be in the list twice.
  forgetCanceled(slotId, signup)
  useCanceledBySlot.setState((bySlot) => ({ [slotId]: [...(bySlot[slotId] ?? none), signup] }))
  setTimeout(() => forgetCanceled(slotId, signup), undoMs)
}

/** Forgets a canceled sign-up. Returns true if the cancellation could still be undone. */
function forgetCanceled(slotId: string, { id }: ShownSignup): boolean {
  const canceled = useCanceledBySlot.getState()[slotId] ?? none
  const others = canceled.filter((other) => other.id !== id)
  useCanceledBySlot.setState({ [slotId]: others })
  return others.length < canceled.length
}

export interface SlotCommands {
  readonly shown: ShownSlot
  /** True while an intent is being sent, or waits for the connection. */
  readonly isActing: boolean
  /** Set while the intent waits for the connection; otherwise null. */
  readonly waiting: Waiting | null
  /** The reason why the last intent was rejected; null if it was not rejected. */
  readonly rejection: string | null
  /** True while the last intent has no answer, and is sent again. */
  readonly isInterrupted: boolean
  /** The sign-ups that were canceled on this device, for the seconds in which that can be undone. */
  readonly canceled: readonly ShownSignup[]
  readonly signUp: (person: Person) => void
  readonly cancelSignup: (signup: ShownSignup) => void
  /** Undoes a cancellation: signs the same person up again, as a new sign-up. */
  readonly signUpAgain: (signup: ShownSignup) => void
  readonly tryAgain: () => void
}

/** Carries out the intents of this device for a slot, one at a time. */
export function useSlotCommands(slot: Slot, ownSignups: readonly OwnSignup[]): SlotCommands {
  const slotId = slot.id
  const card = `slot-${slotId}`
  const {
    run,
    status,
    waiting,
    subject: pressed,
    message,
    isPending: isActing,
  } = useCommand<PressedIntent>({
    // A card that is mounted again shows the command that is still under way.
    place: card,
    // A slot may fill up, so the request is sent again until it is clear whether the person is signed up.
    isRepeated: true,
    isSame: isSameRequest,
    send: ({ intent }, key) => sendIntent(intent, key),
    failed: findErrorMessage,
    onDone: (_, { intent }) => intent.kind === 'cancel-signup' && noteCanceled(slotId, intent.signup),
  })
  const press = (intent: Intent) => {
    // Not `isActing`, which is of the last rendering: a second tap may come before the next rendering.
    if (isUnderWay(card)) return
    run({ intent, countAtPress: slot.current_signups, ownCountAtPress: ownSignups.length })
  }
  // The form mark contains how long the form was filled in, by which the server detects bots.
  const pressSignUp = (body: SignUpBody) => press({ kind: 'sign-up', body: { ...body, form: signUpForm.mark() } })
  return {
    // A waiting or unanswered intent may not have reached the server, so it is not shown as done.
    shown: applyIntent(slot.current_signups, ownSignups, status === 'sending' ? pressed : undefined),
    isActing,
    waiting,
    rejection: status === 'rejected' ? message : null,
    // No answer came, but the request may have taken effect.
    isInterrupted: status === 'unknown',
    canceled: useCanceledBySlot((bySlot) => bySlot[slotId] ?? none),
    signUp: ({ name, email, captainId }) => pressSignUp({ personName: name, email, captainId, slotId }),
    cancelSignup: (signup) => press({ kind: 'cancel-signup', signup }),
    signUpAgain: (signup) => {
      const { person_name: personName, email, captain_id: captainId } = signup
      if (isUnderWay(card) || !forgetCanceled(slotId, signup)) return
      pressSignUp({ personName, email, captainId, slotId, ...detailsToRequest(signup) })
    },
    tryAgain: () => pressed && run(pressed),
  }
}

/**
 * Carries out the pressed intent on the server's latest count and sign-ups. If these include the intent already, they
 * stay as they are.
 */
export function applyIntent(
  latestCount: number,
  ownSignups: readonly OwnSignup[],
  pressed: PressedIntent | undefined,
): ShownSlot {
  if (!pressed) return { count: latestCount, ownSignups }
  const { intent, countAtPress, ownCountAtPress } = pressed
  if (intent.kind === 'cancel-signup') {
    return {
      // With 10 at the press, a latest count of 10 or 9 is shown as 9.
      count: Math.min(latestCount, Math.max(0, countAtPress - 1)),
      ownSignups: ownSignups.filter(({ id }) => id !== intent.signup.id),
    }
  }
  const { personName, email, captainId: captain_id } = intent.body
  const person = { person_name: personName.trim(), email: email.trim(), captain_id }
  const pending: ShownSignup = { id: 'pending', ...person, checked_in: false, isPending: true }
  const isIncluded = ownSignups.length > ownCountAtPress
  return {
    // With 10 at the press, a latest count of 10 or 11 is shown as 11. A latest count of 12 includes another person.
    count: Math.max(latestCount, countAtPress + 1),
    ownSignups: isIncluded ? ownSignups : [...ownSignups, pending],
  }
}

/** What the plus button of a card does. */
type Plus =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'sign-up'; readonly person: Person }
  /** Serving only: the button cancels this person's sign-up. */
  | { readonly kind: 'cancel'; readonly signup: ShownSignup }

/** One person may bring a dish several times. A person who serves steps down with the same button. */
export function choosePlus(slot: Slot, shown: ShownSlot, person: Person | null): Plus {
  if (person === null || isFull(shown.count, slot.max_signups)) return { kind: 'hidden' }
  if (canRepeat(slot.category)) return { kind: 'sign-up', person }
  const signup = shown.ownSignups.find((own) => isOf(person, own))
  return signup ? { kind: 'cancel', signup } : { kind: 'sign-up', person }
}

/** Returns true if both presses want the same. */
const isSameRequest = (one: PressedIntent, other: PressedIntent): boolean =>
  isEqual(identify(one.intent), identify(other.intent))
/** Leaves out the form mark, because it contains a time. */
const identify = (intent: Intent) =>
  intent.kind === 'cancel-signup' ? intent.signup.id : { ...intent.body, form: undefined }

/** Sends the intent, and resolves when the lists show it. */
async function sendIntent(intent: Intent, key: string): Promise<void> {
  try {
    await (intent.kind === 'sign-up' ? sendSignUp(key, intent.body) : cancelSignup(intent.signup.id, key))
  } catch (error) {
    void refresh(['slots'])
    // A browser may have filled in the hidden field for bots. Then the next try passes.
    if (error instanceof ApiError && error.code === 'FORM_TRAP_FILLED') signUpForm.clearTrap()
    // The slot was deleted, so its card disappears. The message goes into a toast instead.
    if (error instanceof ApiError && error.code === 'UNKNOWN_SLOT') toast.error(error.message)
    throw error
  }
  await refresh(['slots'])
}

async function sendSignUp(key: string, { form: formMark, ...body }: SignUpBody) {
  // The server rejects a form that was filled in within `minFillMs`, because only bots are so fast. People wait here.
  const form = formMark && (await heldBack(formMark, minFillMs))
  const { signup } = await call('POST /api/dinner-signup', { body: { ...body, form } }, { idempotencyKey: key })
  const mailed = doesSiteMail() ? ' We’ll email your private link.' : ''
  toast.success(`Signed up for ${signup.slot_name}.${mailed}`, offerUndo([key]))
}

/** Returns the server's message about the first invalid field, or else its general message. */
const findErrorMessage = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || error.message
