import { emailKey } from '@ultimate/events/dinner/slot.ts'
import { personInformation } from '@ultimate/events/dinner/slots/signup-schema.ts'
import { cleanCode } from '@ultimate/events/language/text/clean.ts'
import { type FieldErrors, knownErrors } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { formWatch } from '@ultimate/kit/form/form-watch.tsx'
import { useForm, useSavedDraft } from '@ultimate/kit/form/use-form.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { deviceStorage, type Store, storedValue } from '@ultimate/kit/state/storage.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'

const personSchema = z.strictObject({ name: z.string(), email: z.string(), captainId: z.string() })

/**
 * The person who signs up, as the form has it: perhaps not complete yet. `captainId` is the id of the registered team
 * whose captain was chosen; empty while none is.
 */
export type Person = Readonly<z.output<typeof personSchema>>
export type PersonField = keyof Person

const personFields: readonly PersonField[] = ['name', 'email', 'captainId']
export const emptyPerson: Person = { name: '', email: '', captainId: '' }

const completePerson = z.object({
  name: personInformation.personName,
  email: personInformation.email,
  captainId: personInformation.captainId,
})

/** Returns true if the server would accept the person. */
export const isComplete = (person: Person): boolean => completePerson.safeParse(person).success

/** The error of a field that is not blank. Missing fields have one message, below the slots. */
export function findError(person: Person, field: PersonField): string | undefined {
  if (person[field].trim() === '') return undefined
  return completePerson.shape[field].safeParse(person[field]).error?.issues[0]?.message
}

/**
 * The form of the person who signs up: stored on this device, validated as its fields are left, sent only with a
 * sign-up.
 */
export const personMachine = formMachine<Person>({
  id: 'sign-up',
  fields: personFields,
  empty: emptyPerson,
  // `knownErrors` leaves out the fields without an error.
  findErrors: (person) =>
    knownErrors(personFields, Object.fromEntries(personFields.map((field) => [field, findError(person, field)]))),
  failed: '',
  saveDraftMs: 300,
})

/** Returns true if a sign-up has this person's address. The server distinguishes people by it, and stores it clean. */
export const isOf = (person: Person, { email }: { readonly email: string }): boolean =>
  person.email.trim() !== '' && emailKey(email) === emailKey(cleanCode(person.email).normalize('NFC').trim())

/** `v1` is the version of the stored shape; older shapes are not read. */
export const personKey = 'dinner.person.v1'

/** Stores the person who signs up on this device. Saving an empty person clears the storage. */
export function personStorage(storage: () => Store) {
  const stored = storedValue<Person>(personKey, (value) => personSchema.safeParse(value).data ?? null, storage)
  return {
    load: (): Person => stored.load() ?? emptyPerson,
    clear: stored.clear,
    save: (person: Person): void => (isEqual(person, emptyPerson) ? stored.clear() : stored.save(person)),
  }
}

const storage = personStorage(() => deviceStorage)
const saveDraft = ({ draft: person }: { readonly draft: Person }): void => storage.save(person)

const machine = personMachine.provide({
  actions: { saveDraft: (_, saved) => saveDraft(saved), forgetDraft: () => storage.clear() },
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
  // The machine saves at pauses in typing; this saves the rest when the page is left.
  useSavedDraft(actor, saveDraft)

  const { captainId } = person
  useEffect(() => {
    // The device stored a captain whose team is not registered any more.
    const isTeamGone = teamIds !== undefined && captainId !== '' && !teamIds.includes(captainId)
    if (isTeamGone) send({ type: 'change', changes: { captainId: '' } })
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

/** Detects programs that fill in the form. One for the page: each sign-up sends the mark of the person's form. */
export const signUpForm = formWatch()
