import { servingRange } from '@ultimate/events/dinner/serving-times.ts'
import { canCancel, isForgotten } from '@ultimate/events/dinner/slot.ts'
import type { ContactSignup, Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { maxNoteLength } from '@ultimate/events/language/notes.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { History, Notes } from '@ultimate/kit/components/display/notes.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { isUnanswered, messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { timeWithDay } from '../check-in/lists/checklist.ts'
import { AllergensButton } from '../common/allergens-button.tsx'
import { DetailFacts } from '../common/stated-details.tsx'
import { CancelSignupDialog } from '../sign-up/cancel-signup-dialog.tsx'
import { CorrectSignupDialog } from './correct-signup-dialog.tsx'
import styles from './volunteer-dialog.module.css'

const buildKey = (id: string): LiveKey => ['signups', 'page', id]

/** Reads a sign-up with address and notes. The audit records the reader: once, however often this reads again. */
const useSignupPage = (id: string) =>
  useLiveQuery({
    key: buildKey(id),
    read: async (signal) => (await call('GET /api/dinner-signups/{id}', { params: { id } }, { signal })).signup,
    retry: (failures, error) => failures < 1 && isUnanswered(error),
  })

interface VolunteerDialogProps {
  /** The sign-up as the list shows it now. */
  readonly signup: Signup
  readonly onClose: () => void
}

/** Shows TD and admin who signed up, how to reach them, notes, and the history of the sign-up. */
export function VolunteerDialog({ signup, onClose }: VolunteerDialogProps) {
  const { id, person_name: name, slot_name: slot } = signup
  const { data, error, isFetching, refetch } = useSignupPage(id)
  const [task, setTask] = useState<'correct' | 'cancel' | null>(null)
  const [note, setNote] = useState('')
  const endTask = () => setTask(null)
  const canBeCorrected = data && !isForgotten({ name: data.person_name, email: data.email })
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      description={[slot, signup.team_name].filter(Boolean).join(' · ')}
      actions={
        <>
          {canCancel(signup) && (
            <Button variant="secondary" icon={<Trash2 aria-hidden="true" />} onClick={() => setTask('cancel')}>
              Remove sign-up
            </Button>
          )}
          {data?.allergens && data.category === 'dishes' && (
            <AllergensButton variant="secondary" signupId={id} dish={slot} allergens={data.allergens} />
          )}
          {canBeCorrected && (
            <Button variant="secondary" icon={<Pencil aria-hidden="true" />} onClick={() => setTask('correct')}>
              Correct…
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <div className={styles['stack']}>
          <Facts signup={signup} contact={data} />
          {/* An older server answers no notes, and accepts none. */}
          {data.notes && (
            <Notes
              notes={data.notes}
              hint="Only TD and admins read it."
              limit={maxNoteLength}
              text={note}
              onText={setNote}
              add={(text, idempotencyKey) =>
                call('POST /api/dinner-signups/{id}/notes', { params: { id }, body: { text } }, { idempotencyKey })
              }
              remove={(noteId, idempotencyKey) => {
                const params = { id, note: noteId }
                return call('DELETE /api/dinner-signups/{id}/notes/{note}', { params }, { idempotencyKey })
              }}
              refresh={() => refresh(buildKey(id))}
            />
          )}
          <History
            subject={`signup-${id}`}
            name={`${slot} of ${name}`}
            liveKey={['signups', 'history', id]}
            read={(signal) => call('GET /api/dinner-signups/{id}/history', { params: { id } }, { signal })}
          />
        </div>
      ) : error ? (
        <ErrorPanel
          title={messageOf(error, 'Failed to load this sign-up')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows label={`Loading how to reach ${name}`} rows={5} />
      )}
      {task === 'correct' && data && <CorrectSignupDialog signup={data} onClose={endTask} />}
      {task === 'cancel' && <CancelSignupDialog signup={signup} onClose={endTask} />}
    </Dialog>
  )
}

interface FactsProps {
  readonly signup: Signup
  readonly contact: ContactSignup
}

function Facts({ signup, contact }: FactsProps) {
  const { slot_name, description, time_slot: time, team_name } = signup
  const { dishesFrom, dishesUntil } = useWords()
  const hours = time === null ? `drop off ${dishesFrom} - ${dishesUntil}` : servingRange(time)
  return (
    <dl className={styles['facts']}>
      <dt>Email</dt>
      <dd>
        {contact.email === '' ? (
          noEmailText(signup)
        ) : (
          <a className={styles['address']} href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
        )}
      </dd>
      <dt>{time === null ? 'Brings' : 'Serves'}</dt>
      <dd>
        <bdi>{slot_name}</bdi>
        {description && <bdi className={styles['more']}>{description}</bdi>}
      </dd>
      {contact.category === 'dishes' && <DetailFacts of={contact} />}
      <dt>When</dt>
      <dd>Saturday, {hours}</dd>
      <dt>Team</dt>
      <dd>{team_name ? <bdi>{team_name}</bdi> : 'Not named'}</dd>
      <dt>{signup.walk_in ? 'Walked in' : 'Signed up'}</dt>
      <dd>
        <time dateTime={contact.signed_up_at}>{dayAndTime(contact.signed_up_at)}</time>
      </dd>
      <dt>Check-in</dt>
      <dd>{checkInText(signup, contact)}</dd>
    </dl>
  )
}

/** `5:42 PM`, with its day if that is not today. */
const dayAndTime = (moment: string): string => timeWithDay(moment, new Date())

const noEmailText = ({ walk_in }: Signup): string =>
  walk_in ? 'None: they came without signing up.' : 'None: they asked to be forgotten.'

/** Describes the check-in that the list shows. The contact data was read at another time: it may be of another one. */
function checkInText({ checked_at: at }: Signup, contact: ContactSignup): string {
  if (at === null) return 'Not checked in'
  const by = contact.checked_at === at && contact.checked_in_by ? ` by ${contact.checked_in_by}` : ''
  return `Checked in at ${dayAndTime(at)}${by}`
}
