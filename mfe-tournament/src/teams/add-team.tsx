import { type enteredRegistration, registration } from '@ultimate/events/tournament/registration.ts'
import { statusLabels, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { hasErrors, knownErrors } from '@ultimate/kit/form/field-errors.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { isDomainError, newKey } from '@ultimate/kit/request/answer.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { z } from 'zod'
import { type BidDraft, emptyBid, type Field, fields, findErrors, noAlternate } from '../register/bid.ts'
import { BidFields, Failure } from '../register/form-sections.tsx'
import { asksFirst, sameTeamAgain } from '../register/use-registration.ts'
import styles from './team-page.module.css'
import { refreshTeams } from './teams-query.ts'

/** The registration form that TD and admin fill in for a captain. */
export function AddTeam({ onClose }: { readonly onClose: () => void }) {
  const { bind, errors, failure, isSending, waiting, isDirty, value, send, change } = useForm(machine)
  const [isAlternateOpen, setAlternateOpen] = useState(false)
  const leaving = useLeaveWarning(isDirty && !value)
  const close = useRef(onClose)
  close.current = onClose
  const { id: firstField } = bind('teamName')
  useEffect(() => document.getElementById(firstField)?.focus(), [firstField])
  useEffect(() => {
    if (!value) return
    const { name, status, key } = value
    toast.success(`${name} is added: ${statusLabels[status]}. ${emailsTo(1, 'the captain')}`, offerUndo([key]))
    close.current()
  }, [value])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) send({ type: 'submit', key: `${asksFirst}${newKey()}` })
  }
  return (
    <form className={styles['form']} noValidate aria-label="Add a team" aria-busy={isSending} onSubmit={submit}>
      <p>For a captain who cannot register. The bid counts at once, at the end of the order of registration.</p>
      {hasErrors(errors) && <Notice tone="bad" announce="alert" title="Please fix the errors and submit again." />}
      <BidFields
        bind={bind}
        emailHint="Please check it: the captain need not confirm it."
        isSending={isSending}
        isAlternateOpen={isAlternateOpen}
        onAlternate={(isOpen) => {
          if (!isOpen) change(noAlternate)
          setAlternateOpen(isOpen)
        }}
      />
      <p>{emailsTo(1, 'the captain')}</p>
      {failure && (
        <Failure
          title={failure}
          action={
            failure === sameTeamAgain && (
              <Button variant="secondary" size="compact" onClick={() => send({ type: 'submit', key: newKey() })}>
                Add it again
              </Button>
            )
          }
        />
      )}
      <div className={styles['save']}>
        <Button type="submit" busy={isSending && !waiting} aria-disabled={isSending}>
          Add the team
        </Button>
        <Button variant="secondary" disabled={isSending} onClick={onClose}>
          {isDirty ? 'Discard' : 'Cancel'}
        </Button>
        <WaitsForConnection waiting={waiting} />
      </div>
      <LeaveDialog leaving={leaving} />
    </form>
  )
}

interface AddedTeam {
  readonly key: string
  readonly name: string
  readonly status: TeamStatus
}

const machine = formMachine<BidDraft, AddedTeam>({
  id: 'add-team',
  fields,
  empty: emptyBid,
  findErrors,
  failed: 'No response. Please try again.',
  keepsFailure: true,
}).provide({
  actors: { send: fromPromise(({ input }) => addTeam(input)) },
  actions: { focusField },
})

async function addTeam({ key, draft }: FormAttempt<BidDraft>): Promise<Answer<Field, AddedTeam>> {
  const bid: z.input<typeof enteredRegistration> = registration.parse(draft)
  try {
    const body = key.startsWith(asksFirst) ? { ...bid, once: true as const } : bid
    const { team } = await call('POST /api/teams', { body }, { idempotencyKey: key })
    await refreshTeams()
    return { kind: 'accepted', value: { key, name: team.team_name, status: team.status } }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SAME_TEAM_AGAIN')
      return { kind: 'refused', message: sameTeamAgain, errors: {} }
    if (!isDomainError(error) || error.status === 429) throw error
    const errors = knownErrors(fields, error.fields)
    return { kind: 'refused', message: hasErrors(errors) ? null : error.message, errors }
  }
}
