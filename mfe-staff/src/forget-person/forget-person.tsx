import type { Somebody } from '@ultimate/events/staff/people-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { ForgetPersonDialog, type Person } from './forget-person-dialog.tsx'

interface ForgetPersonProps {
  /** The subject whose story is told, `user-<id>`. */
  readonly subject: string
  /** As people call it. */
  readonly name: string
}

/** In the story of somebody, or of what somebody signed up: lets the TD forget them. Nothing for oneself or a thing. */
export function ForgetPerson({ subject, name }: ForgetPersonProps) {
  const own = useSessionStore(({ user }) => user?.id)
  const [person, setPerson] = useState<Person | null>(null)
  const somebody = somebodyIn(subject)
  if (!somebody || (somebody.user !== undefined && somebody.user === own)) return null
  return (
    <>
      <Button
        variant="secondary"
        size="compact"
        icon={<Eraser aria-hidden="true" />}
        onClick={() => setPerson({ somebody, name: peopleOf(somebody, name) })}
      >
        Forget…
      </Button>
      <ForgetPersonDialog person={person} onClose={() => setPerson(null)} />
    </>
  )
}

/** Whom a request to forget has to name; null where the subject is nobody's. */
export function somebodyIn(subject: string): Somebody | null {
  const [, kind, id] = /^(user|team|signup)-(.+)$/.exec(subject) ?? []
  return kind === undefined || id === undefined ? null : { [kind]: id }
}

/** A team stays; it is its captain and its alternate who go. */
const peopleOf = ({ team }: Somebody, name: string): string =>
  team === undefined ? name : `the captain and the alternate of ${name}`
