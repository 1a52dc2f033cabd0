import type { Forgetting, PersonReference } from '@ultimate/events/staff/people-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useQuery } from '@ultimate/kit/request/query.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Eraser } from 'lucide-react'
import { useRef, useState } from 'react'
import styles from './forget-person.module.css'

interface ForgetPersonProps {
  /** The subject whose history is shown, `user-<id>`. */
  readonly subject: string
  /** The name of the subject for people. */
  readonly name: string
}

/**
 * Lets the TD forget the person in the history of a user, a team or a sign-up. Draws nothing for oneself, or without a
 * person.
 */
export function ForgetPerson({ subject, name }: ForgetPersonProps) {
  const ownId = useSessionStore(({ user }) => user?.id)
  const [person, setPerson] = useState<Person | null>(null)
  const reference = referenceIn(subject)
  if (!reference || (reference.user !== undefined && reference.user === ownId)) return null
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        icon={<Eraser aria-hidden="true" />}
        onClick={() => setPerson({ reference, name: describePeople(reference, name) })}
      >
        Forget…
      </Button>
      <ForgetPersonDialog person={person} onClose={() => setPerson(null)} />
    </>
  )
}

/** Returns how a request to forget names the subject: `{ team: '1' }` for `team-1`; null if it holds no person. */
export function referenceIn(subject: string): PersonReference | null {
  const [, kind, id] = /^(user|team|signup)-(.+)$/.exec(subject) ?? []
  return kind === undefined || id === undefined ? null : { [kind]: id }
}

/** Describes who is forgotten: of a team, its captain and its alternate. */
const describePeople = ({ team }: PersonReference, name: string): string =>
  team === undefined ? name : `the captain and the alternate of ${name}`

/** The person to forget, for the server and in words. */
export interface Person {
  readonly reference: PersonReference
  readonly name: string
}

interface ForgetPersonDialogProps {
  /** Null while the dialog is closed. */
  readonly person: Person | null
  readonly onClose: () => void
}

/** Shows what becomes unreadable and what remains, and asks first, because forgetting cannot be undone. */
export function ForgetPersonDialog({ person, onClose }: ForgetPersonDialogProps) {
  const preview = useQuery({
    queryKey: ['forget', person?.reference],
    enabled: person !== null,
    // The preview is read anew each time the dialog opens.
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () => call('POST /api/people/forget', { query: { preview: 'true' }, body: person?.reference ?? {} }),
  })
  const forgetting = useCommand<PersonReference, Forgetting>({
    send: (reference, idempotencyKey) => call('POST /api/people/forget', { body: reference }, { idempotencyKey }),
    failed: 'Failed to forget this person',
    onDone: ({ unreadable }) => {
      toast.success(unreadable.length === 0 ? 'There was nothing to forget.' : 'Forgotten for good.')
      onClose()
    },
  })
  // The dialog still names the person while it fades out.
  const lastPerson = useRef<Person | null>(null)
  if (person) lastPerson.current = person
  const rejection = preview.error ? messageOf(preview.error, 'Failed to load what is recorded') : null
  return (
    <ConfirmDialog
      open={person !== null}
      title="Forget for Good"
      confirmLabel="Forget for Good"
      tone="danger"
      command={forgetting}
      error={forgetting.message ?? rejection}
      onConfirm={() => person && preview.data && forgetting.run(person.reference)}
      onCancel={onClose}
    >
      <p>
        Everything that names <strong>{lastPerson.current?.name}</strong> becomes unreadable, also in what was recorded.
      </p>
      {preview.data ? <Consequences data={preview.data} /> : preview.isFetching && <p>Looking up what is recorded…</p>}
      <p>This cannot be undone.</p>
    </ConfirmDialog>
  )
}

function Consequences({ data: { unreadable, remains } }: { readonly data: Forgetting }) {
  if (unreadable.length === 0) return <p>Nothing about them can be read any more.</p>
  return (
    <div className={styles['consequences']}>
      <Sentences title="Can no longer be read" sentences={unreadable} />
      <Sentences title="Remains" sentences={remains} />
    </div>
  )
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      <ul className={styles['list']}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
