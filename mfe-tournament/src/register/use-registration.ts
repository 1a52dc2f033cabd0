import { formMarkErrors, minFillMs } from '@ultimate/events/language/text/form-mark.ts'
import { registration, type registrationRequest } from '@ultimate/events/tournament/registration.ts'
import { hasErrors, knownErrors } from '@ultimate/kit/form/field-errors.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formWatch, heldBack } from '@ultimate/kit/form/form-watch.tsx'
import { focusField, useForm, useSavedDraft } from '@ultimate/kit/form/use-form.ts'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { deviceStorage } from '@ultimate/kit/state/storage.ts'
import { unsentForm } from '@ultimate/kit/state/unsent.ts'
import { offerUndoApart } from '@ultimate/kit/undo/offer-undo.ts'
import { useEffect, useLayoutEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import type { z } from 'zod'
import { type BidDraft, emptyBid, type Field, fields, hasAlternate, noAlternate } from './bid.ts'
import { draftStorage, type SavedBid } from './draft-storage.ts'
import { failed, type Received, registerTeamMachine, toReceived } from './register-team.machine.ts'

const drafts = draftStorage(() => deviceStorage)
const watch = formWatch()

/** Saves the draft. Other pages announce a bid that was submitted and not answered. */
function saveDraft(saved: SavedBid): void {
  drafts.save(saved)
  const team = saved.attempt?.draft.teamName
  if (team === undefined) unsentForm.clear()
  else unsentForm.save({ sentence: `Your bid for ${team} was not sent.`, path: '/registration/register' })
}

/** Begins the key of an attempt that asks before it registers a team twice. A reload keeps the key, and so the question. */
export const asksFirst = 'asks-first-'
export const sameTeamAgain = 'This team is already registered with this email.'

const machine = registerTeamMachine.provide({
  actors: { send: fromPromise(({ input }) => submitBid(input)) },
  actions: {
    saveDraft: (_, saved) => saveDraft(saved),
    forgetDraft: () => {
      drafts.clear()
      unsentForm.clear()
      watch.opened()
    },
    focusField,
  },
})

/** The registration form's machine, with its effects, as the screen needs it. */
export function useRegistration() {
  const [stored] = useState(() => drafts.load())
  const form = useForm(machine, stored ?? {})
  const { draft, state, errors, isSending, change } = form
  useSavedDraft(form.actor, saveDraft)
  useEffect(() => watch.opened(), [])

  const [isDraftOffered, setDraftOffered] = useState(() => !isEqual(draft, emptyBid))
  const [unsentTeam] = useState(() => stored?.attempt?.draft.teamName ?? null)
  const [isAlternateOpen, setAlternateOpen] = useState(() => hasAlternate(draft))
  useLayoutEffect(() => {
    // The form is empty again.
    if (state === 'done') setAlternateOpen(false)
  }, [state])

  const submit = (key: string) => {
    setDraftOffered(false)
    form.send({ type: 'submit', key, mark: watch.mark() })
  }

  return {
    bind: form.bind,
    watch,
    isSending,
    waiting: form.waiting,
    hasErrors: hasErrors(errors),
    failure: form.failure,
    /** True if the failure is that this address has registered this team already. */
    isRegisteredAlready: form.failure === sameTeamAgain,
    received: form.value,
    isReceivedNow: state === 'done',
    isAlternateOpen,
    isDraftOffered,
    unsentTeam,
    submit: () => submit(`${asksFirst}${newKey()}`),
    /** Submits the bid though the team is registered already. */
    registerSecondTime: () => submit(newKey()),
    openAlternate: (isOpen: boolean) => {
      if (isSending) return
      if (!isOpen) change(noAlternate)
      setAlternateOpen(isOpen)
    },
    discardDraft: () => {
      if (isSending) return
      form.reset()
      setDraftOffered(false)
      setAlternateOpen(false)
    },
  }
}

type Body = z.input<typeof registrationRequest>

const register = (key: string, body: Body) => call('POST /api/register-team', { body }, { idempotencyKey: key })

/** Registers the team, unless this address has registered it. A server of an earlier release cannot check that. */
async function registerOnce(key: string, body: Body) {
  try {
    return await register(key, { ...body, once: true })
  } catch (error) {
    if (error instanceof ApiError && error.fields?.['once']) return register(key, body)
    throw error
  }
}

/** Sends the bid under its key. Throws where it is not known whether it arrived, or why it was rejected. */
async function submitBid({ key, draft, mark }: FormAttempt<BidDraft>): Promise<Answer<Field, Received>> {
  const sentMark = mark && (await heldBack(mark, minFillMs))
  try {
    const body = { ...registration.parse(draft), ...(sentMark && { form: sentMark }) }
    const { team } = await (key.startsWith(asksFirst) ? registerOnce(key, body) : register(key, body))
    void refresh(['teams'])
    offerUndoApart([key])
    return { kind: 'accepted', value: toReceived(draft, team) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'SAME_TEAM_AGAIN') return { kind: 'refused', message: sameTeamAgain, errors: {} }
    if (error.code in formMarkErrors) {
      // Another try may pass the check against programs.
      watch.clearTrap()
      return { kind: 'refused', message: failed, errors: {} }
    }
    const errors = error.status === 422 ? knownErrors(fields, error.fields) : {}
    if (!hasErrors(errors)) throw error
    return { kind: 'refused', message: null, errors }
  }
}
