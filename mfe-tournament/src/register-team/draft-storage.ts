import { divisions } from '@ultimate/events/tournament/team.ts'
import { z } from 'zod'
import { type Bid, emptyBid, isSameBid } from './bid.ts'
import type { Draft } from './machine.ts'

/** The number is that of the draft's shape: an older draft is not read any more. */
export const draftKey = 'register-team.draft.v1'

const bid = z.strictObject({
  ...(Object.fromEntries(Object.keys(emptyBid).map((field) => [field, z.string()])) as Record<keyof Bid, z.ZodString>),
  division: z.enum([...divisions, '']),
})
const draft = z.strictObject({ bid, attempt: z.strictObject({ key: z.string().min(1), bid }).nullable() })

/** A browser may deny the storage, or have filled it: the form then works without drafts. */
export function draftStorage(storage: () => Storage) {
  const attempt = <T>(act: () => T): T | null => {
    try {
      return act()
    } catch {
      return null
    }
  }
  const clear = () => void attempt(() => storage().removeItem(draftKey))
  return {
    load: (): Draft | null => {
      const stored = attempt(() => JSON.parse(storage().getItem(draftKey) ?? 'null') as unknown)
      const parsed = draft.safeParse(stored)
      return parsed.success ? parsed.data : null
    },
    save: (saved: Draft): void => {
      if (isSameBid(saved.bid, emptyBid)) clear()
      else attempt(() => storage().setItem(draftKey, JSON.stringify(saved)))
    },
    clear,
  }
}
