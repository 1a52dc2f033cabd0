import { shortestFillMs } from '@ultimate/events/language/form-mark.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { heldBack } from '@ultimate/kit/form/form-watch.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { refreshSlots } from '../slots/slots-query.ts'
import type { Attempt, Deed, Outcome } from './commitment-machine.ts'
import { signUpForm } from './sign-up-form.ts'

/**
 * Tells the server, and ends when the lists show it. Rejects when nobody knows whether the deed was done.
 */
export async function perform({ key, deed }: Attempt): Promise<Outcome> {
  try {
    await (deed.kind === 'sign-up' ? signUp(key, deed) : remove(key, deed.signupId))
  } catch (error) {
    void refreshSlots()
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    if (error.code === 'FORM_TRAP_FILLED') signUpForm.clearTrap()
    // The card that would say so goes away together with its slot.
    if (error.code === 'UNKNOWN_SLOT') toast.error(error.message)
    return { kind: 'refused', sentence: sentenceOf(error) }
  }
  await refreshSlots()
  return { kind: 'done' }
}

async function signUp(key: string, { slotId, person, mark }: Extract<Deed, { kind: 'sign-up' }>): Promise<void> {
  const form = await heldBack(mark, shortestFillMs)
  const body = { personName: person.name, email: person.email, captainId: person.captainId, slotId, form }
  const { signup } = await call('POST /api/dinner-signup', { body }, { idempotencyKey: key })
  toast.success(`Signed up for ${signup.slot_name}. Your private link comes by mail.`)
}

async function remove(key: string, id: string): Promise<void> {
  try {
    await call('DELETE /api/dinner-signup/{id}', { params: { id } }, { idempotencyKey: key })
  } catch (error) {
    // Somebody else was first: it is gone, as was wished.
    if (!(error instanceof ApiError && error.code === 'SIGNUP_NOT_FOUND')) throw error
  }
  toast.success('Your sign-up is removed.')
}

/** The server's sentence; where it is about fields, theirs say more. */
const sentenceOf = ({ message, fields }: ApiError): string => Object.values(fields)[0] ?? message
