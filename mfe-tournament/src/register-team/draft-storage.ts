import { formMark } from '@ultimate/events/language/form-mark.ts'
import { divisions } from '@ultimate/events/tournament/team.ts'
import { kept } from '@ultimate/kit/state/kept.ts'
import { z } from 'zod'
import { type Bid, emptyBid, isSameBid } from './bid.ts'
import type { Draft } from './machine.ts'

/** The number is the version of the stored shape; older ones are not read. */
export const draftKey = 'register-team.draft.v1'

const bid = z.strictObject({
  ...(Object.fromEntries(Object.keys(emptyBid).map((field) => [field, z.string()])) as Record<keyof Bid, z.ZodString>),
  division: z.enum([...divisions, '']),
})
const attempt = z.strictObject({ key: z.string().min(1), bid, mark: formMark.optional() })
const draft = z.strictObject({ bid, attempt: attempt.nullable() })

/** Keeps a bid that is not sent yet. An empty form clears the storage. */
export function draftStorage(storage: () => Storage) {
  const shelf = kept<Draft>(draftKey, (found) => draft.safeParse(found).data ?? null, storage)
  return {
    ...shelf,
    save: (saved: Draft): void => (isSameBid(saved.bid, emptyBid) ? shelf.clear() : shelf.save(saved)),
  }
}
