import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { hasErrors } from '@ultimate/kit/form/field-errors.ts'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { useForm } from '@ultimate/kit/form/use-form.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useEffect, useState } from 'react'
import { hasAlternate, noAlternate } from '../register/bid.ts'
import { AlternateContact, CaptainSection, CommentsSection, TeamSection } from '../register/form-sections.tsx'
import { correctTeamMachine, toDraft } from './own-bid.ts'
import styles from './own-bid-page.module.css'

interface CorrectionFormProps {
  readonly token: string
  readonly own: OwnBid
  /** The bid has another address, and this link opens it no longer. */
  readonly onMoved: (address: string) => void
}

/** The bid as it was sent in, to be put right. */
export function CorrectionForm({ token, own, onMoved }: CorrectionFormProps) {
  const [machine] = useState(() => correctTeamMachine(token))
  const form = useForm(machine, { stored: toDraft(own) })
  const { bind, errors, failure, isSending, waiting, isDirty, value, send, change, reset } = form
  const leaving = useLeaveWarning(isDirty, { isForVisitors: true })
  const [isAlternateOpen, setAlternateOpen] = useState(() => hasAlternate(form.draft))
  useEffect(() => send({ type: 'stored', stored: toDraft(own) }), [own, send])
  useEffect(() => {
    const address = value?.bid.captainEmail
    if (address !== undefined && address.toLowerCase() !== own.bid.captainEmail.toLowerCase()) onMoved(address)
  }, [value, own, onMoved])
  return (
    <form className={styles['form']} noValidate aria-label="Your bid" aria-busy={isSending} onSubmit={form.onSubmit}>
      {hasErrors(errors) && <Notice tone="bad" announce="alert" title="Please fix the errors and save again." />}
      <TeamSection bind={bind} division={own.division} />
      <CaptainSection
        bind={bind}
        emailHint="If you change this, we’ll email a new link there, and this one stops working."
      />
      <AlternateContact
        bind={bind}
        isOpen={isAlternateOpen}
        isSending={isSending}
        onAdd={() => setAlternateOpen(true)}
        onRemove={() => {
          change(noAlternate)
          setAlternateOpen(false)
        }}
      />
      <CommentsSection bind={bind} />
      <div className={styles['save']}>
        <Button type="submit" busy={isSending && !waiting} aria-disabled={!isDirty || isSending}>
          Save
        </Button>
        <Button
          variant="secondary"
          aria-disabled={!isDirty}
          onClick={() => {
            if (!isDirty || isSending) return
            reset()
            setAlternateOpen(hasAlternate(toDraft(own)))
          }}
        >
          Discard changes
        </Button>
        <WaitsForConnection waiting={waiting} />
        <p role="status">{value && !isDirty && 'Saved.'}</p>
      </div>
      {failure && <Notice tone="bad" announce="alert" title={failure} />}
      <LeaveDialog leaving={leaving} />
    </form>
  )
}
