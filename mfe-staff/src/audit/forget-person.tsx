import type { PersonReference } from '@ultimate/events/staff/people-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { ForgetPersonDialog, type Person } from './forget-person-dialog.tsx'

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
  const own = useSessionStore(({ user }) => user?.id)
  const [person, setPerson] = useState<Person | null>(null)
  const reference = referenceIn(subject)
  if (!reference || (reference.user !== undefined && reference.user === own)) return null
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

/** The person that a request to forget has to name; null where the subject is no person. */
export function referenceIn(subject: string): PersonReference | null {
  const [, kind, id] = /^(user|team|signup)-(.+)$/.exec(subject) ?? []
  return kind === undefined || id === undefined ? null : { [kind]: id }
}

/** A team stays; it is its captain and its alternate who go. */
const describePeople = ({ team }: PersonReference, name: string): string =>
  team === undefined ? name : `the captain and the alternate of ${name}`
