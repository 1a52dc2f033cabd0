import { maxLength, staffCorrection, toSnakeCase } from '@ultimate/events/tournament/registration.ts'
import type { TeamPage } from '@ultimate/events/tournament/team-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { firstIssues, hasErrors, knownErrors } from '@ultimate/kit/form/field-errors.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { type Bind, focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type BidDraft, fields as bidFields, emptyBid, hasAlternate, noAlternate } from '../register/bid.ts'
import { BidFields } from '../register/form-sections.tsx'
import styles from './team-page.module.css'
import { refreshTeams, teamKey } from './teams-query.ts'

interface Draft extends BidDraft {
  readonly reason: string
}
type Field = keyof Draft
const fields: readonly Field[] = ['reason', ...bidFields]

const toDraft = (team: TeamPage): Draft => ({
  ...(Object.fromEntries(bidFields.map((field) => [field, team[toSnakeCase(field)]])) as unknown as BidDraft),
  reason: '',
})

/**
 * Returns the reason and only the fields that differ from the stored bid. So another user's corrections meanwhile stay, and a
 * forgotten captain stays forgotten.
 */
const pickChanges = (draft: Draft, stored: Draft): Partial<Draft> =>
  Object.fromEntries(
    fields
      .filter((field) => field === 'reason' || draft[field] !== stored[field])
      .map((field) => [field, draft[field]]),
  )

interface CorrectBidProps {
  readonly team: TeamPage
  readonly onDirty: (isDirty: boolean) => void
  readonly onClose: () => void
}

/** The form with which TD and admin correct a bid, including its division. */
export function CorrectBid({ team, onDirty, onClose }: CorrectBidProps) {
  const stored = useRef(toDraft(team))
  stored.current = toDraft(team)
  const [machine] = useState(() => buildMachine(team.id, () => stored.current))
  const { bind, errors, failure, isSending, waiting, isDirty, value, draft, send, change, onSubmit } = useForm(
    machine,
    {
      stored: stored.current,
    },
  )
  // The form has the fields of a bid and the reason, so `bind` also binds each field of a bid.
  const bindBid = bind as unknown as Bind<BidDraft>
  const [isAlternateOpen, setAlternateOpen] = useState(() => hasAlternate(draft))
  const firstField = useRef<HTMLInputElement>(null)
  useEffect(() => firstField.current?.focus(), [])
  useEffect(() => send({ type: 'stored', stored: toDraft(team) }), [team, send])
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!value) return
    toast.success(`The bid of ${value.name} is corrected. ${describeMail(value.isMailed)}`, offerUndo([value.key]))
    close.current()
  }, [value])
  return (
    <form className={styles['form']} noValidate aria-label="Correct the bid" aria-busy={isSending} onSubmit={onSubmit}>
      {hasErrors(errors) && <Notice tone="bad" announce="alert" title="Please fix the errors and save again." />}
      <TextField
        ref={firstField}
        label="Reason"
        hint="The captain gets it by email, and the history shows it."
        maxLength={maxLength.reason}
        autoComplete="off"
        {...bind('reason')}
      />
      <BidFields
        bind={bindBid}
        afterTeam={
          draft.division !== team.division && (
            <p role="status">A team that changes its division loses its places in the pools of the old one.</p>
          )
        }
        emailHint="If you change this, we’ll email a new link there, and the old one stops working."
        isSending={isSending}
        isAlternateOpen={isAlternateOpen}
        onAlternate={(isOpen) => {
          if (!isOpen) change(noAlternate)
          setAlternateOpen(isOpen)
        }}
      />
      <p>{describeMail(isMailed(team, draft))}</p>
      {failure && <Notice tone="bad" announce="alert" title={failure} />}
      <div className={styles['save']}>
        <Button type="submit" busy={isSending && !waiting} aria-disabled={!isDirty || isSending}>
          Correct the bid
        </Button>
        <Button variant="secondary" disabled={isSending} onClick={onClose}>
          {isDirty ? 'Discard changes' : 'Cancel'}
        </Button>
        <WaitsForConnection waiting={waiting} />
      </div>
    </form>
  )
}

const describeMail = (isMailed: boolean): string => emailsTo(isMailed ? 1 : 0, 'the captain')

/** The captain of a bid that does not count yet gets an email only at a new address, with the link that confirms it. */
const isMailed = ({ email_confirmed, captain_email }: TeamPage, { captainEmail }: Draft): boolean =>
  captainEmail !== '' && (email_confirmed || captainEmail !== captain_email)

interface CorrectedBid {
  readonly key: string
  readonly name: string
  readonly isMailed: boolean
}

const buildMachine = (id: string, storedNow: () => Draft) =>
  formMachine<Draft, CorrectedBid>({
    id: 'correct-bid',
    fields,
    empty: { ...emptyBid, reason: '' },
    findErrors: (draft) => firstIssues(fields, staffCorrection.safeParse(pickChanges(draft, storedNow()))),
    failed: 'No response. Please try again.',
    keepsFailure: true,
    isEdit: true,
  }).provide({
    actors: { send: fromPromise(({ input }) => correctBid(id, input, storedNow())) },
    actions: { focusField },
  })

async function correctBid(
  id: string,
  { key, draft }: FormAttempt<Draft>,
  stored: Draft,
): Promise<Answer<Field, CorrectedBid>> {
  try {
    const body = staffCorrection.parse(pickChanges(draft, stored))
    const { team } = await call('PUT /api/teams/{id}/bid', { params: { id }, body }, { idempotencyKey: key })
    await refresh(teamKey(id))
    void refreshTeams()
    const mailed = isMailed({ ...team, captain_email: stored.captainEmail }, draft)
    return { kind: 'accepted', value: { key, name: team.team_name, isMailed: mailed } }
  } catch (error) {
    if (!isDomainError(error) || error.status === 429) throw error
    const errors = knownErrors(fields, error.fields)
    if (hasErrors(errors)) return { kind: 'refused', message: null, errors }
    void refresh(teamKey(id))
    return { kind: 'refused', message: error.message, errors: {} }
  }
}
