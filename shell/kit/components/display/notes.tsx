import type { ShownNote } from '@ultimate/events/language/note-schema.ts'
import { auditReaders, isAllowed } from '@ultimate/events/language/roles.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { ScrollText } from 'lucide-react'
import { type FormEvent, useId, useRef } from 'react'
import { venueMoment } from '../../event/venue-time.ts'
import { Button, LinkButton } from '../buttons/button.tsx'
import { ErrorPanel } from '../feedback/error-panel.tsx'
import { TextArea } from '../fields/text-field.tsx'
import { VisuallyHidden } from '../layout/page.tsx'
import { SkeletonRows } from '../loading/skeleton.tsx'
import styles from './notes.module.css'

const failed = 'No response. Please try again.'

export interface NotesProps {
  /** The oldest first. */
  readonly notes: readonly ShownNote[]
  /** A sentence on who reads the notes. */
  readonly hint: string
  /** The longest text, in UTF-16 units. */
  readonly limit: number
  /** The text that is written and not added yet: the page asks before it is lost. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly add: (text: string, idempotencyKey: string) => Promise<unknown>
  readonly remove: (id: string, idempotencyKey: string) => Promise<unknown>
  /** Resolves once `notes` contain the last change. */
  readonly refresh: () => Promise<unknown>
}

/** Shows what staff wrote for each other about a team or a person. */
export function Notes({ notes, hint, limit, text, onText, add, remove, refresh }: NotesProps) {
  const title = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { run, isPending, waiting, message } = useCommand({
    send: async (body: { readonly text: string }, idempotencyKey) => {
      await add(body.text, idempotencyKey)
      return idempotencyKey
    },
    failed: (error) => messageOf(error, failed),
    onDone: async (key) => {
      onText('')
      await refresh()
      toast.success('The note is added.', offerUndo([key]))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') field.current?.focus()
    else if (!isPending) run({ text })
  }
  return (
    <section className={styles['notes']} aria-labelledby={title}>
      <h2 id={title} className={styles['title']}>
        Notes
      </h2>
      {notes.length > 0 && (
        <ul className={styles['list']}>
          {notes.map((note) => (
            <Note
              key={note.id}
              note={note}
              remove={remove}
              refresh={refresh}
              onRemoved={() => field.current?.focus()}
            />
          ))}
        </ul>
      )}
      <form className={styles['add']} noValidate onSubmit={submit}>
        <TextArea
          ref={field}
          label="New note"
          hint={hint}
          maxLength={limit}
          rows={2}
          autoComplete="off"
          value={text}
          error={message ?? undefined}
          readOnly={isPending}
          onValueChange={onText}
        />
        <Button type="submit" variant="secondary" busy={isPending && !waiting} aria-disabled={text.trim() === ''}>
          Add note
        </Button>
        <WaitsForConnection waiting={waiting} />
      </form>
    </section>
  )
}

interface NoteProps extends Pick<NotesProps, 'remove' | 'refresh'> {
  readonly note: ShownNote
  /** The button that was pressed goes with the note. */
  readonly onRemoved: () => void
}

function Note({ note: { id, text, by, at }, remove, refresh, onRemoved }: NoteProps) {
  const { run, isPending, waiting, message } = useCommand<void, string>({
    send: async (_, idempotencyKey) => {
      await remove(id, idempotencyKey)
      return idempotencyKey
    },
    failed: (error) => messageOf(error, failed),
    onDone: async (key) => {
      await refresh()
      onRemoved()
      toast.success('The note is removed.', offerUndo([key]))
    },
  })
  return (
    <li className={styles['note']}>
      <div className={styles['words']}>
        <p className={styles['prose']} dir="auto">
          {text}
        </p>
        <p className={styles['about']}>
          <bdi>{by ?? 'Someone'}</bdi>, {venueMoment(new Date(at))}
        </p>
        <WaitsForConnection waiting={waiting} message={message} look="small" />
      </div>
      <Button variant="quiet" size="compact" aria-disabled={isPending} onClick={() => isPending || run()}>
        Remove
        <VisuallyHidden> the note “{text}”</VisuallyHidden>
      </Button>
    </li>
  )
}

/** One action in words, with its author and its time. */
interface HistoryEntry {
  /** The position of its event in the log. */
  readonly position: number
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  readonly text: string
  /** The value before, where the text does not name it. */
  readonly was: string | null
}

interface HistoryProps {
  /** The stream of the subject, such as `team-<id>`. */
  readonly subject: string
  /** Its name for people. */
  readonly name: string
  readonly liveKey: LiveKey
  readonly read: (signal: AbortSignal) => Promise<{ readonly events: readonly HistoryEntry[] }>
}

/** Lists the last actions on one subject, the newest first. Readers of the audit get a link to all of them there. */
export function History({ subject, name, liveKey, read }: HistoryProps) {
  const title = useId()
  const mayReadAudit = useSessionStore(({ user }) => isAllowed(auditReaders, user?.role ?? null))
  const { data, error, isFetching, refetch } = useLiveQuery({ key: liveKey, read })
  return (
    <section className={styles['history']} aria-labelledby={title}>
      <div className={styles['head']}>
        <h2 id={title} className={styles['title']}>
          History
        </h2>
        {mayReadAudit && (
          <LinkButton
            variant="plain"
            size="compact"
            icon={<ScrollText aria-hidden="true" />}
            to={`/audit?subject=${encodeURIComponent(subject)}`}
            aria-label={`All changes in the audit: ${name}`}
          >
            All changes in the audit
          </LinkButton>
        )}
      </div>
      {data ? (
        <ol className={styles['list']}>
          {data.events.map(({ position, at, by, text, was }) => (
            <li key={position}>
              <p className={styles['prose']}>
                <b>{by}</b> <bdi>{text}</bdi>
                {was !== null && <span className={styles['about']}> (was {was})</span>}
              </p>
              <p className={styles['about']}>{venueMoment(new Date(at))}</p>
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorPanel title="Failed to load the history" onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRows label="Loading the history" rows={4} />
      )}
    </section>
  )
}
