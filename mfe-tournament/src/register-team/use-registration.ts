import { formMarkErrors, shortestFillMs } from '@ultimate/events/language/form-mark.ts'
import { registration } from '@ultimate/events/tournament/registration.ts'
import { formWatch, heldBack } from '@ultimate/kit/form/form-watch.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { type Bid, type Field, knownErrors } from './bid.ts'
import { draftStorage } from './draft-storage.ts'
import { type Attempt, registerTeamMachine, type SubmitOutcome } from './machine.ts'

const drafts = draftStorage(() => localStorage)
const watch = formWatch()

export const controlId = (field: Field): string => `register-team-${field}`

const machine = registerTeamMachine.provide({
  actors: {
    submitBid: fromPromise<SubmitOutcome, Attempt>(async ({ input }) => {
      const outcome = await submitBid(input)
      if (outcome.kind === 'rejected') watch.clearTrap()
      return outcome
    }),
  },
  actions: {
    saveDraft: (_, draft) => drafts.save(draft),
    clearDraft: () => {
      drafts.clear()
      watch.opened()
    },
    // In the next frame, so that screen readers read the field's error with it.
    focusField: (_, { field }) => {
      if (field) requestAnimationFrame(() => document.getElementById(controlId(field))?.focus())
    },
  },
})

/** What a control of the form is tied to. */
export interface Binding<F extends Field> {
  readonly id: string
  readonly name: F
  readonly value: Bid[F]
  readonly error: string | undefined
  readonly onValueChange: (value: Bid[F]) => void
}
export type Bind = <F extends Field>(field: F) => Binding<F>

/** The registration form's machine, with its effects, as the screen needs it. */
export function useRegistration() {
  const [draft] = useState(() => drafts.load())
  const [snapshot, send, actor] = useMachine(machine, { input: { draft } })

  useEffect(() => watch.opened(), [])

  useEffect(() => {
    // Saves what was typed since the last pause when the page closes.
    const save = () => {
      const { bid, attempt } = actor.getSnapshot().context
      drafts.save({ bid, attempt })
    }
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [actor])

  const { bid, errors, received } = snapshot.context
  const bind: Bind = (field) => ({
    id: controlId(field),
    name: field,
    value: bid[field],
    error: errors[field],
    onValueChange: (value) => send({ type: 'change', changes: { [field]: value } }),
  })
  return {
    bind,
    watch,
    form: snapshot.value.form,
    received,
    isAlternateOpen: snapshot.matches({ alternate: 'open' }),
    isDraftOffered: snapshot.matches({ recovery: 'offered' }),
    submit: () => send({ type: 'submit', key: newKey(), mark: watch.mark() }),
    addAlternate: () => send({ type: 'alternate.add' }),
    removeAlternate: () => send({ type: 'alternate.remove' }),
    discardDraft: () => send({ type: 'draft.discard' }),
  }
}

/** Sends the bid under its key. Rejects when it is not known whether, or why not, it arrived. */
export async function submitBid({ key, bid, mark }: Attempt): Promise<SubmitOutcome> {
  const form = mark && (await heldBack(mark, shortestFillMs))
  try {
    const body = { ...registration.parse(bid), ...(form && { form }) }
    const { team } = await call('POST /api/register-team', { body }, { idempotencyKey: key })
    void queryClient.invalidateQueries({ queryKey: ['teams'] })
    return { kind: 'accepted', awaitsConfirmation: team.email_confirmed === false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code in formMarkErrors) return { kind: 'rejected' }
    const errors = error.status === 422 ? knownErrors(error.fields) : {}
    if (Object.keys(errors).length === 0) throw error
    return { kind: 'refused', errors }
  }
}
