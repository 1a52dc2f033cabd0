import { z } from 'zod'
import { isSamePerson, nobody, type Person } from './person.ts'

/** The number is that of the shape: what was kept in an older one is not read any more. */
export const personKey = 'dinner.person.v1'

const kept = z.strictObject({ name: z.string(), email: z.string(), captainId: z.string() })

/** Keeps who signs up on this device. A browser may deny the storage: the form then works without. */
export function personStorage(storage: () => Storage) {
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  return {
    load: (): Person => {
      const stored = attempt(() => JSON.parse(storage().getItem(personKey) ?? 'null') as unknown)
      return kept.safeParse(stored).data ?? nobody
    },
    save: (person: Person): void => {
      attempt(() => {
        if (isSamePerson(person, nobody)) storage().removeItem(personKey)
        else storage().setItem(personKey, JSON.stringify(person))
      })
    },
  }
}
