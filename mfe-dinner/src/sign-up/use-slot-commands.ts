import { detailsToRequest, type RequestDetails } from '@ultimate/events/dinner/dish-details.ts'
import { canRepeat, isFull } from '@ultimate/events/dinner/slot.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { minFillMs } from '@ultimate/events/language/text/form-mark.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { heldBack } from '@ultimate/kit/form/form-watch.tsx'
import { ApiError, call, type Operations } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { isUnderWay, useCommand, type Waiting } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { create } from 'zustand'
import { cancelSignup } from '../slots/slots-query.ts'
import { isOf, type Person, signUpForm } from '../volunteers/person.ts'

/** Reads the sign-ups of this device, oldest first. Their topic is `slots`, which every visitor may follow. */
export const useOwnSignups = () =>
  useLiveQuery({
    key: ['slots', 'mine'],
    read: async (signal): Promise<OwnSignup[]> => (await call('GET /api/dinner-signup/mine', {}, { signal })).signups,
  })

type SignUpBody = Operations['POST /api/dinner-signup']['request']['body']

type CardChange =
  | { readonly kind: 'sign-up'; readonly body: SignUpBody }
  | { readonly kind: 'cancel-signup'; readonly signup: ShownSignup }

/** A change, with the server's counts when its button was pressed. */
export type PressedChange = CardChange & {
  /** The number of all sign-ups of the slot. */
  readonly countAtPress: number
  /** The number of the slot's sign-ups that this device owns. */
  readonly ownCountAtPress: number
}

type AnsweredSignup = Pick<OwnSignup, 'id' | 'person_name' | 'email' | 'captain_id' | 'checked_in'>

/** A sign-up of this device as a card shows it; while it is pending, without the details that its request gives. */
export interface ShownSignup extends Readonly<AnsweredSignup>, RequestDetails {
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

/** The time in which a card offers to undo a cancellation, in milliseconds. */
export const undoMs = 10_000

/** The sign-ups that were canceled on this device, as long as a card offers to undo that: by slot, oldest first. */
const useCanceledBySlot = create<Readonly<Record<string, readonly ShownSignup[]>>>()(() => ({}))
const none: readonly ShownSignup[] = []

/** Adds a sign-up to the canceled ones for {@link undoMs}. */
function addCanceled(slotId: string, signup: ShownSignup): void {
  // Without this, a sign-up that is canceled twice would be in the list twice.
  dropCanceled(slotId, signup)
  useCanceledBySlot.setState((bySlot) => ({ [slotId]: [...(bySlot[slotId] ?? none), signup] }))
  setTimeout(() => dropCanceled(slotId, signup), undoMs)
}

/** Drops a sign-up from the canceled ones. Returns false if it was not among them. */
function dropCanceled(slotId: string, { id }: ShownSignup): boolean {
  const canceled = useCanceledBySlot.getState()[slotId] ?? none
  const others = canceled.filter((other) => other.id !== id)
  useCanceledBySlot.setState({ [slotId]: others })
  return others.length < canceled.length
}

/**
 * The state of a card's latest command, and functions that start the next one. They do nothing while a command is being
 * sent, or waits for the connection.
 */
export interface SlotCommands {
  /** The slot, with the change of a command that is being sent. */
  readonly shown: ShownSlot
  /** Set while the command waits for the connection; otherwise null. */
  readonly waiting: Waiting | null
  /** The reason why the last command was rejected; null if it was not rejected. */
  readonly rejection: string | null
  /** True if no answer came, although the command may have taken effect. The command is sent again. */
  readonly isOutcomeUnknown: boolean
  /** The sign-ups that were canceled on this device, as long as the card offers to undo that. */
  readonly canceled: readonly ShownSignup[]
  readonly signUp: (person: Person) => void
  readonly cancelSignup: (signup: ShownSignup) => void
  /** Undoes a cancellation: signs the same person up again, as a new sign-up. */
  readonly signUpAgain: (signup: ShownSignup) => void
  /** Sends a command whose outcome is unknown once more, without waiting for the next try. */
  readonly tryAgain: () => void
}

/** Sends the commands of a slot's card, one at a time. */
export function useSlotCommands(slot: Slot, ownSignups: readonly OwnSignup[]): SlotCommands {
  const slotId = slot.id
  // `useCommand` stores the latest command of each place. The name of the slot's place never changes, so a card that is
  // mounted again shows the command that is under way.
  const place = `slot-${slotId}`
  const {
    run,
    status,
    waiting,
    message,
    subject: latestChange,
  } = useCommand<PressedChange>({
    place,
    // Without an answer, the request is sent again: the person must learn whether they have one of the last places.
    isRepeated: true,
    isSame: isSameRequest,
    send: sendChange,
    failed: findErrorMessage,
    onDone: (_, change) => change.kind === 'cancel-signup' && addCanceled(slotId, change.signup),
  })
  const start = (change: CardChange) => {
    // Not `status`, which is of the last rendering: a second tap may come before the next rendering.
    if (isUnderWay(place)) return
    run({ ...change, countAtPress: slot.current_signups, ownCountAtPress: ownSignups.length })
  }
  // The form mark contains how long the form was filled in, by which the server detects bots.
  const startSignUp = (body: SignUpBody) => start({ kind: 'sign-up', body: { ...body, form: signUpForm.mark() } })
  return {
    // A command that waits, or whose outcome is unknown, may not have reached the server. Its change is not shown.
    shown: applyChange(slot.current_signups, ownSignups, status === 'sending' ? latestChange : undefined),
    waiting,
    rejection: status === 'rejected' ? message : null,
    isOutcomeUnknown: status === 'unknown',
    canceled: useCanceledBySlot((bySlot) => bySlot[slotId] ?? none),
    // A new sign-up has no details of the dish. Its owner names the allergens afterwards, on the card.
    signUp: ({ name, email, captainId }) => startSignUp({ personName: name, email, captainId, slotId }),
    cancelSignup: (signup) => start({ kind: 'cancel-signup', signup }),
    signUpAgain: (signup) => {
      const { person_name: personName, email, captain_id: captainId } = signup
      if (isUnderWay(place) || !dropCanceled(slotId, signup)) return
      startSignUp({ personName, email, captainId, slotId, ...detailsToRequest(signup) })
    },
    tryAgain: () => latestChange && run(latestChange),
  }
}

/** Applies a change to the server's latest count and sign-ups, unless they include the change already. */
export function applyChange(
  latestCount: number,
  ownSignups: readonly OwnSignup[],
  change: PressedChange | undefined,
): ShownSlot {
  if (!change) return { count: latestCount, ownSignups }
  const { countAtPress, ownCountAtPress } = change
  if (change.kind === 'cancel-signup') {
    return {
      // With 10 at the press, a latest count of 10 or 9 is shown as 9.
      count: Math.min(latestCount, Math.max(0, countAtPress - 1)),
      ownSignups: ownSignups.filter(({ id }) => id !== change.signup.id),
    }
  }
  const { personName, email, captainId: captain_id } = change.body
  const person = { person_name: personName.trim(), email: email.trim(), captain_id }
  const pending: ShownSignup = { id: 'pending', ...person, checked_in: false, isPending: true }
  const isIncluded = ownSignups.length > ownCountAtPress
  return {
    // With 10 at the press, a latest count of 10 or 11 is shown as 11. A latest count of 12 includes another person.
    count: Math.max(latestCount, countAtPress + 1),
    ownSignups: isIncluded ? ownSignups : [...ownSignups, pending],
  }
}

type Plus =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'sign-up'; readonly person: Person }
  /** Serving only: the button cancels this person's sign-up. */
  | { readonly kind: 'cancel'; readonly signup: ShownSignup }

/** Chooses what the plus does. A person may bring several dishes, but serves once, so the plus then cancels. */
export function choosePlus(slot: Slot, shown: ShownSlot, person: Person | null): Plus {
  if (person === null || isFull(shown.count, slot.max_signups)) return { kind: 'hidden' }
  if (canRepeat(slot.category)) return { kind: 'sign-up', person }
  const signup = shown.ownSignups.find((own) => isOf(person, own))
  return signup ? { kind: 'cancel', signup } : { kind: 'sign-up', person }
}

/** Returns true if both changes need the same request. */
const isSameRequest = (one: CardChange, other: CardChange): boolean => isEqual(identify(one), identify(other))
/** Leaves out the form mark, because it contains a time. */
const identify = (change: CardChange) =>
  change.kind === 'cancel-signup' ? change.signup.id : { ...change.body, form: undefined }

/** Sends the request, and resolves when the lists show the change. */
async function sendChange(change: CardChange, key: string): Promise<void> {
  try {
    await (change.kind === 'sign-up' ? sendSignUp(key, change.body) : cancelSignup(change.signup.id, key))
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
  // This offer undoes the sign-up. The card's list of canceled sign-ups offers to undo cancellations.
  toast.success(`Signed up for ${signup.slot_name}.${mailed}`, offerUndo([key]))
}

/** Returns the server's message about the first invalid field, or else its general message. */
const findErrorMessage = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || error.message
