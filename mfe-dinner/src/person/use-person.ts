import { formWatch } from '@ultimate/kit/form/form-watch.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { type PersonErrors, personMachine } from './machine.ts'
import { type Person, type PersonField, personStorage } from './person.ts'

const storage = personStorage(() => localStorage)

const machine = personMachine.provide({ actions: { keep: (_, { person }) => storage.save(person) } })

export interface PersonInformation {
  readonly person: Person
  readonly errors: PersonErrors
  readonly isComplete: boolean
  readonly change: (changes: Partial<Person>) => void
  readonly leave: (field: PersonField) => void
  readonly forget: () => void
}

/** Who signs up on this device. `teamIds` are the registered teams, as soon as they are known. */
export function usePerson(teamIds: readonly string[] | undefined): PersonInformation {
  const [person] = useState(() => storage.load())
  const [snapshot, send, actor] = useMachine(machine, { input: { person } })

  useEffect(() => {
    if (teamIds) send({ type: 'teams', ids: teamIds })
  }, [teamIds, send])

  useEffect(() => {
    // Saves what was typed since the last pause when the page closes.
    const save = () => storage.save(actor.getSnapshot().context.person)
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [actor])

  return {
    ...snapshot.context,
    isComplete: snapshot.matches({ information: 'complete' }),
    change: (changes) => send({ type: 'change', changes }),
    leave: (field) => send({ type: 'leave', field }),
    forget: () => send({ type: 'forget' }),
  }
}

/** The page's one form: who signs up is asked once, and every button sends it. */
export const signUpForm = formWatch()
