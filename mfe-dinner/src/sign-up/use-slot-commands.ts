import { areAnyNamed } from '@ultimate/events/dinner/allergens.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { shortestFillMs } from '@ultimate/events/language/text/form-mark.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { heldBack } from '@ultimate/kit/form/form-watch.tsx'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { isUnderWay, useCommand, type Waiting } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { create } from 'zustand'
import { refreshSlots } from '../slots/slots-query.ts'
import type { Person } from '../volunteers/person.ts'
import { signUpForm } from '../volunteers/use-person.ts'
import {
  type Intent,
  type Pressed,
  type Removal,
  type ShownSignup,
  type ShownSlot,
  type SignUpBody,
  shownSlot,
} from './shown-slot.ts'

/** The time in which a removal can be taken back, in milliseconds. */
export const undoMs = 10_000

/** The removals that can be taken back, by slot, oldest first. */
const useRemoved = create<Readonly<Record<string, readonly Removal[]>>>()(() => ({}))
const none: readonly Removal[] = []

function noteRemoved(slotId: string, removal: Removal): void {
  forgetRemoved(slotId, removal)
  useRemoved.setState(({ [slotId]: removed = none }) => ({ [slotId]: [...removed, removal] }))
  setTimeout(() => forgetRemoved(slotId, removal), undoMs)
}

/** Returns whether it could still be taken back. */
function forgetRemoved(slotId: string, { signupId }: Removal): boolean {
  const { [slotId]: removed = none } = useRemoved.getState()
  const others = removed.filter((one) => one.signupId !== signupId)
  useRemoved.setState({ [slotId]: others })
  return others.length < removed.length
}

export interface SlotCommands {
  readonly shown: ShownSlot
  readonly isActing: boolean
  /** Set while the intent is not sent yet, because the device is offline. */
  readonly waiting: Waiting | null
  /** The reason why the last intent was refused; null while there is none. */
  readonly rejection: string | null
  /** True while it is unknown whether the last intent arrived; it is sent again until there is an answer. */
  readonly isInterrupted: boolean
  /** The removals on this device that can be taken back for some seconds. */
  readonly removed: readonly Removal[]
  readonly signUp: (person: Person) => void
  readonly remove: (signup: ShownSignup) => void
  readonly undo: (removed: Removal) => void
  readonly tryAgain: () => void
}

/**
 * Carries out the intents of this device for a slot, one at a time, with the count and own sign-ups to show meanwhile.
 */
export function useSlotCommands(slot: Slot, own: readonly OwnSignup[]): SlotCommands {
  const slotId = slot.id
  const place = `slot-${slotId}`
  const { run, status, waiting, subject, message, isPending } = useCommand<Pressed>({
    place,
    isRepeated: true,
    isSame: isSameRequest,
    send: ({ intent }, key) => perform(intent, key),
    failed: findSentence,
    onDone: (_, { intent }) => intent.kind === 'remove' && noteRemoved(slotId, intent),
  })
  const press = (intent: Intent) => {
    if (!isUnderWay(place)) run({ intent, count: slot.current_signups, own: own.length })
  }
  const signUp = (body: SignUpBody) => press({ kind: 'sign-up', body: { ...body, form: signUpForm.mark() } })
  return {
    // An intent that waits for the connection is not counted: other visitors do not see it yet.
    shown: shownSlot(slot.current_signups, own, (status === 'sending' && subject) || null),
    isActing: isPending,
    waiting,
    rejection: status === 'rejected' ? message : null,
    isInterrupted: status === 'unknown',
    removed: useRemoved(({ [slotId]: removed = none }) => removed),
    signUp: ({ name, email, captainId }) => signUp({ personName: name, email, captainId, slotId }),
    remove: ({ id: signupId, personName, email, captainId, allergens }) => {
      const named = allergens && areAnyNamed(allergens) ? { ...allergens, listed: [...allergens.listed] } : undefined
      const body = { personName, email, captainId, slotId, ...(named && { allergens: named }) }
      press({ kind: 'remove', signupId, body })
    },
    undo: (removed) => {
      if (!isUnderWay(place) && forgetRemoved(slotId, removed)) signUp(removed.body)
    },
    tryAgain: () => subject && run(subject),
  }
}

/** A button that is pressed again for the same person asks for the same sign-up, although the form was open longer. */
const isSameRequest = (one: Pressed, other: Pressed): boolean => isEqual(withoutMark(one), withoutMark(other))
const withoutMark = ({ intent }: Pressed) =>
  intent.kind === 'remove' ? intent.signupId : { ...intent.body, form: undefined }

/** Sends the intent, and resolves when the lists show it. */
async function perform(intent: Intent, key: string): Promise<void> {
  try {
    await (intent.kind === 'sign-up' ? signUp(key, intent.body) : cancelSignup(key, intent.signupId))
  } catch (error) {
    void refreshSlots()
    if (error instanceof ApiError && error.code === 'FORM_TRAP_FILLED') signUpForm.clearTrap()
    // The slot's card disappears, so the sentence goes into a toast.
    if (error instanceof ApiError && error.code === 'UNKNOWN_SLOT') toast.error(error.message)
    throw error
  }
  await refreshSlots()
}

async function signUp(key: string, { form: mark, ...body }: SignUpBody) {
  const form = mark && (await heldBack(mark, shortestFillMs))
  const { signup } = await call('POST /api/dinner-signup', { body: { ...body, form } }, { idempotencyKey: key })
  const mailed = doesSiteMail() ? ' We’ll email your private link.' : ''
  toast.success(`Signed up for ${signup.slot_name}.${mailed}`, offerUndo([key]))
}

/** Ends a sign-up of this device. One that is gone already counts as ended. */
async function cancelSignup(idempotencyKey: string, id: string): Promise<void> {
  try {
    await call('DELETE /api/dinner-signup/{id}', { params: { id } }, { idempotencyKey })
  } catch (error) {
    // Another user was faster: the sign-up is gone, as intended.
    if (!(error instanceof ApiError && error.code === 'SIGNUP_NOT_FOUND')) throw error
  }
}

/** Returns the server's sentence, or the one about the first field, which is more precise. */
const findSentence = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || error.message
