import type { FieldErrors } from '@ultimate/kit/form/field-errors.ts'
import { formWatch } from '@ultimate/kit/form/form-watch.tsx'
import { useForm, useSavedDraft } from '@ultimate/kit/form/use-form.ts'
import { deviceStorage } from '@ultimate/kit/state/storage.ts'
import { useEffect, useState } from 'react'
import { isComplete, type Person, type PersonField, personMachine, personStorage } from './person.ts'

const storage = personStorage(() => deviceStorage)
const keep = ({ draft }: { readonly draft: Person }): void => storage.save(draft)

const machine = personMachine.provide({
  actions: { saveDraft: (_, draft) => keep(draft), forgetDraft: () => storage.clear() },
})

export interface PersonInformation {
  readonly person: Person
  readonly errors: FieldErrors<PersonField>
  readonly isComplete: boolean
  readonly change: (changes: Partial<Person>) => void
  readonly leave: (field: PersonField) => void
  readonly forget: () => void
}

/** The person who signs up on this device. `teamIds` are the registered teams, as soon as they are known. */
export function usePerson(teamIds: readonly string[] | undefined): PersonInformation {
  const [stored] = useState(() => storage.load())
  const { actor, draft: person, errors, send, change, reset } = useForm(machine, { draft: stored })
  useSavedDraft(actor, keep)

  const { captainId } = person
  useEffect(() => {
    // A captain who was stored on this device, and whose team is not registered here.
    const isLost = teamIds !== undefined && captainId !== '' && !teamIds.includes(captainId)
    if (isLost) send({ type: 'change', changes: { captainId: '' } })
  }, [teamIds, captainId, send])

  return {
    person,
    errors,
    isComplete: isComplete(person),
    change,
    leave: (field) => send({ type: 'leave', field }),
    forget: reset,
  }
}

/** The page's one form: who signs up is asked once, and every button sends it. */
export const signUpForm = formWatch()
