import { kept } from '@ultimate/kit/state/kept.ts'
import { z } from 'zod'
import { isSamePerson, nobody, type Person } from './person.ts'

/** The number is that of the shape: what was kept in an older one is not read any more. */
export const personKey = 'dinner.person.v1'

const person = z.strictObject({ name: z.string(), email: z.string(), captainId: z.string() })

/** Keeps who signs up on this device; of nobody nothing is kept. */
export function personStorage(storage: () => Storage) {
  const shelf = kept<Person>(personKey, (found) => person.safeParse(found).data ?? null, storage)
  return {
    load: (): Person => shelf.load() ?? nobody,
    save: (who: Person): void => (isSamePerson(who, nobody) ? shelf.clear() : shelf.save(who)),
  }
}
