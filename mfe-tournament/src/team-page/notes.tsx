import { maxLength } from '@ultimate/events/tournament/registration.ts'
import type { TeamNote, TeamPage } from '@ultimate/events/tournament/team-page-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextArea } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type FormEvent, useRef } from 'react'
import styles from './team-page.module.css'
import { teamKey } from './team-query.ts'

const failed = 'No answer came. Please try again.'

interface NotesProps {
  readonly team: TeamPage
  /** What is written and not added yet: the page asks before it is lost. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** What staff wrote about the team. */
export function Notes({ team: { id, notes }, text, onText }: NotesProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { run, isPending, waiting, message } = useCommand({
    send: async (body: { readonly text: string }, idempotencyKey) => {
      await call('POST /api/teams/{id}/notes', { params: { id }, body }, { idempotencyKey })
      return idempotencyKey
    },
    isSame: (one, other) => one.text === other.text,
    failed: (error) => messageOf(error, failed),
    onDone: async (key) => {
      onText('')
      await refresh(teamKey(id))
      toast.success('The note is added.', offerUndo([key]))
    },
  })
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') field.current?.focus()
    else if (!isPending) run({ text })
  }
  return (
    <section className={styles['section']} aria-labelledby="notes">
      <h2 id="notes" className={styles['title']}>
        Notes
      </h2>
      {notes.length > 0 && (
        <ul className={styles['list']}>
          {notes.map((note) => (
            <Note key={note.id} team={id} note={note} onRemoved={() => field.current?.focus()} />
          ))}
        </ul>
      )}
      <form className={styles['add']} noValidate onSubmit={add}>
        <TextArea
          ref={field}
          label="New note"
          hint="Only TD and admins read it."
          maxLength={maxLength.note}
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
        <WaitsForLine waiting={waiting} />
      </form>
    </section>
  )
}

interface NoteProps {
  readonly team: string
  readonly note: TeamNote
  /** The button that was pressed goes with the note. */
  readonly onRemoved: () => void
}

function Note({ team, note: { id, text, by, at }, onRemoved }: NoteProps) {
  const { run, isPending, waiting, message } = useCommand<void, string>({
    send: async (_, idempotencyKey) => {
      await call('DELETE /api/teams/{id}/notes/{note}', { params: { id: team, note: id } }, { idempotencyKey })
      return idempotencyKey
    },
    failed: (error) => messageOf(error, failed),
    onDone: async (key) => {
      await refresh(teamKey(team))
      onRemoved()
      toast.success('The note is removed.', offerUndo([key]))
    },
  })
  const when = venueMoment(new Date(at))
  return (
    <li className={styles['note']}>
      <div className={styles['words']}>
        <p className={styles['prose']} dir="auto">
          {text}
        </p>
        <p className={styles['about']}>
          <bdi>{by ?? 'Someone'}</bdi>, {when}
        </p>
        <WaitsForLine waiting={waiting} />
        {message && (
          <p className={styles['error']} role="alert">
            {message}
          </p>
        )}
      </div>
      <Button variant="quiet" size="compact" aria-disabled={isPending} onClick={() => isPending || run()}>
        Remove
        <VisuallyHidden> the note “{text}”</VisuallyHidden>
      </Button>
    </li>
  )
}
