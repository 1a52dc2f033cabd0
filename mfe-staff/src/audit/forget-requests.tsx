import type { ForgetRequest } from '@ultimate/events/staff/people-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextArea } from '@ultimate/kit/components/fields/text-field.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { venueDay } from '@ultimate/kit/event/venue-time.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import styles from '../users/users-page.module.css'
import { ForgetPersonDialog } from './forget-person.tsx'

export const forgetRequestsKey: LiveKey = ['users', 'forget-requests']

const useForgetRequests = () =>
  useLiveQuery({
    key: forgetRequestsKey,
    read: async (signal): Promise<ForgetRequest[]> =>
      (await call('GET /api/people/forget-requests', {}, { signal })).requests,
  })

/** The requests to be forgotten that were made with a private link, for the TD to answer. Draws nothing without any. */
export function ForgetRequests() {
  const { data: requests = [] } = useForgetRequests()
  const [toGrant, setToGrant] = useState<ForgetRequest | null>(null)
  const [toDecline, setToDecline] = useState<ForgetRequest | null>(null)
  const closeDialogs = () => {
    setToGrant(null)
    setToDecline(null)
    void refresh(forgetRequestsKey)
  }
  return (
    <>
      {requests.length > 0 && (
        <section className={styles['section']} aria-labelledby="forget-requests">
          <h2 id="forget-requests" className={styles['title']}>
            Asked to be forgotten
          </h2>
          <ul className={styles['list']}>
            {requests.map((request) => (
              <Request key={request.id} request={request} onGrant={setToGrant} onDecline={setToDecline} />
            ))}
          </ul>
        </section>
      )}
      <ForgetPersonDialog person={toGrant && toPerson(toGrant)} onClose={closeDialogs} />
      <DeclineDialog request={toDecline} onClose={closeDialogs} />
    </>
  )
}

const toPerson = ({ email }: ForgetRequest) => ({ reference: { email }, name: email })

interface RequestProps {
  readonly request: ForgetRequest
  readonly onGrant: (request: ForgetRequest) => void
  readonly onDecline: (request: ForgetRequest) => void
}

function Request({ request, onGrant, onDecline }: RequestProps) {
  const { email, at, until } = request
  return (
    <li className={styles['request']}>
      <div className={styles['who']}>
        <bdi>{email}</bdi>
        <p className={styles['when']}>
          Asked on {venueDay(new Date(at))}, to be answered by {venueDay(new Date(until))}
        </p>
      </div>
      <div className={styles['answers']}>
        <Button variant="secondary" size="compact" onClick={() => onGrant(request)} aria-label={`Forget ${email}…`}>
          Forget…
        </Button>
        <Button variant="secondary" size="compact" onClick={() => onDecline(request)} aria-label={`Decline ${email}…`}>
          Decline…
        </Button>
      </div>
    </li>
  )
}

interface Draft {
  /** Id of the request. */
  readonly id: string
  readonly reason: string
}

const fields = ['reason'] as const

const maxReason = 500

const decline = ({ key, draft: { id, reason } }: FormAttempt<Draft>) =>
  answerTo(fields, () => {
    const request = { params: { id }, body: { reason: reason.trim() } }
    return call('POST /api/people/forget-requests/{id}/decline', request, { idempotencyKey: key })
  })

const declineMachine = formMachine<Draft, unknown>({
  id: 'decline',
  fields,
  empty: { id: '', reason: '' },
  // The server reports a missing reason. Checking for one here would load the schemas of the server.
  findErrors: () => ({}),
  failed: 'Failed to decline the request',
}).provide({ actors: { send: fromPromise(({ input }) => decline(input)) }, actions: { focusField } })

interface DeclineDialogProps {
  /** Null while the dialog is closed. */
  readonly request: ForgetRequest | null
  readonly onClose: () => void
}

/** Asks for the reason that the person receives. */
function DeclineDialog({ request, onClose }: DeclineDialogProps) {
  // The machine stays the same while the dialog is drawn again, so it reads the latest `onClose` from here.
  const latestClose = useRef(onClose)
  latestClose.current = onClose
  const [machine] = useState(() =>
    declineMachine.provide({
      actions: {
        announce: () => {
          toast.success(doesSiteMail() ? 'Declined. They get an email.' : 'Declined. Please tell them yourself.')
          latestClose.current()
        },
      },
    }),
  )
  const { errors, failure, isSending, waiting, bind, change, submit, reset } = useForm(machine)
  // The dialog still names the person while it fades out.
  const lastRequest = useRef<ForgetRequest | null>(null)
  if (request) lastRequest.current = request
  return (
    <ConfirmDialog
      open={request !== null}
      title="Decline to Forget"
      confirmLabel="Decline"
      busy={isSending}
      waiting={waiting}
      error={errors.reason === undefined ? failure : null}
      onConfirm={() => {
        if (!request) return
        change({ id: request.id })
        submit()
      }}
      onCancel={() => {
        reset()
        onClose()
      }}
    >
      <p>
        Nothing is forgotten.{' '}
        {doesSiteMail() ? (
          <>
            <strong>{lastRequest.current?.email}</strong> gets this by email:
          </>
        ) : (
          <>
            This site sends no email, so please tell <strong>{lastRequest.current?.email}</strong> this yourself:
          </>
        )}
      </p>
      <TextArea label="Why not" maxLength={maxReason} {...bind('reason')} />
    </ConfirmDialog>
  )
}
