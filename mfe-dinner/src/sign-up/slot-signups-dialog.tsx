import { canCancel, nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Link2Off, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useChecklist } from '../check-in/checklist-query.ts'
import { dishes, servers } from '../check-in/kinds.ts'
import { ReceivedLate } from '../common/received-late.tsx'
import styles from '../slots/slot-form.module.css'
import { useVolunteers, VolunteerName } from '../volunteers/volunteer-name.tsx'
import { CancelSignupDialog } from './cancel-signup-dialog.tsx'

interface SlotSignupsDialogProps {
  readonly slot: Slot
  readonly onClose: () => void
}

/** Lists the sign-ups of a slot for TD and admin, who may cancel them. */
export function SlotSignupsDialog({ slot, onClose }: SlotSignupsDialogProps) {
  const { data, error, isFetching, refetch } = useChecklist(slot.category === 'dishes' ? dishes : servers)
  /** The sign-up that a dialog asks to cancel. */
  const [toCancel, setToCancel] = useState<Signup | null>(null)
  /** The sign-up whose private link a dialog asks to replace. */
  const [toRevoke, setToRevoke] = useState<Signup | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const signups = data?.filter(({ slot_id: id }) => id === slot.id)
  const volunteers = useVolunteers(signups)
  const isGone = toCancel !== null && signups !== undefined && !signups.some(({ id }) => id === toCancel.id)
  const endQuestion = useCallback(() => {
    setToCancel(null)
    // The row with the button that had the focus may be gone.
    list.current?.focus()
  }, [])
  // Another user has canceled the sign-up, or this user has and the answer was lost: the question is over.
  useEffect(() => {
    if (isGone) endQuestion()
  }, [isGone, endQuestion])
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Signed up for ${nameOfSlot(slot)}`}
      description={`${signups?.length ?? slot.current_signups} of ${slot.max_signups} spots are taken.`}
    >
      <div ref={list} tabIndex={-1} className={styles['place']} {...volunteers.handlers}>
        {signups ? (
          <People signups={signups} onCancel={setToCancel} onNewLink={setToRevoke} />
        ) : error ? (
          <ErrorPanel title="Failed to fetch data" onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows label="Loading sign-ups" rows={Math.max(1, Math.min(6, slot.current_signups))} />
        )}
      </div>
      {volunteers.dialog}
      {toRevoke && <RevokeLinkDialog signup={toRevoke} onClose={() => setToRevoke(null)} />}
      {toCancel && <CancelSignupDialog signup={toCancel} onClose={endQuestion} />}
    </Dialog>
  )
}

interface PeopleProps {
  readonly signups: readonly Signup[]
  readonly onCancel: (signup: Signup) => void
  readonly onNewLink: (signup: Signup) => void
}

/** Lists the people of a slot, and shows who is checked in. */
export function People({ signups, onCancel, onNewLink }: PeopleProps) {
  if (signups.length === 0) return <p className={styles['empty']}>No one has signed up here yet.</p>
  return (
    <ul className={styles['list']}>
      {signups.map((signup) => (
        <li key={signup.id} className={styles['row']}>
          <span className={styles['who']}>
            <VolunteerName signup={signup} className={styles['person']} />
            <bdi className={styles['team']}>{signup.team_name}</bdi>
            <ReceivedLate signup={signup} className={styles['state']} />
          </span>
          {/* A walk-in was mailed no link. */}
          {!signup.walk_in && (
            <Button
              variant="quiet"
              size="compact"
              icon={<Link2Off aria-hidden="true" />}
              aria-label={`New link for ${signup.person_name}`}
              onClick={() => onNewLink(signup)}
            >
              New link
            </Button>
          )}
          {signup.checked_in && <span className={styles['state']}>Checked in</span>}
          {canCancel(signup) && (
            <Button
              variant="quiet"
              size="compact"
              icon={<Trash2 aria-hidden="true" />}
              aria-label={`Remove the sign-up of ${signup.person_name}`}
              onClick={() => onCancel(signup)}
            >
              Remove
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface RevokeLinkDialogProps {
  readonly signup: Pick<Signup, 'id' | 'person_name'>
  readonly onClose: () => void
}

/** Replaces the private link of a volunteer once TD or admin confirms. */
export function RevokeLinkDialog({ signup: { id, person_name: name }, onClose }: RevokeLinkDialogProps) {
  const replacement = useCommand<void>({
    send: (_, idempotencyKey) =>
      call('POST /api/dinner-signup/{id}/revoke-link', { params: { id } }, { idempotencyKey }),
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'No response. Please try again.'),
    onDone: () => {
      toast.success(`The private link of ${name} is replaced.`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Replace the private link of ${name}?`}
      confirmLabel="Replace the link"
      command={replacement}
      onConfirm={() => replacement.run()}
      onCancel={onClose}
    >
      <p>
        Anyone who has it, or has opened it on a device, can no longer see and remove the sign-ups of this address. The
        sign-ups stay.
      </p>
      <p>
        {doesSiteMail()
          ? `We’ll email ${name} a new link.`
          : `This site sends no email: please tell ${name} to ask for a new link.`}
      </p>
      <p>This cannot be undone.</p>
    </ConfirmDialog>
  )
}
