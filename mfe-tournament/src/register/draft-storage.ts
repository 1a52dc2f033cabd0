import { formMark } from '@ultimate/events/language/text/form-mark.ts'
import { divisions } from '@ultimate/events/tournament/team.ts'
import type { FormContext } from '@ultimate/kit/form/form-draft.ts'
import { isEqual } from '@ultimate/kit/request/is-equal.ts'
import { type Store, storedValue } from '@ultimate/kit/state/storage.ts'
import { z } from 'zod'
import { type BidDraft, emptyBid, type Field, fields } from './bid.ts'

/** The state of the form that survives a reload. */
export type SavedBid = Pick<FormContext<BidDraft, unknown>, 'draft' | 'attempt'>

/** The number is the version of the stored shape; older versions are not read. */
export const draftKey = 'register-team.draft.v1'

/** Reads fields that the draft lacks as empty, and leaves out unknown fields: so a new release loses no draft. */
const bidSchema = z.object({
  ...(Object.fromEntries(fields.map((field) => [field, z.string().default('')])) as Record<
    Field,
    z.ZodDefault<z.ZodString>
  >),
  division: z.enum([...divisions, '']).catch(''),
})
const attemptSchema = z.object({ key: z.string().min(1), bid: bidSchema, mark: formMark.optional() })
const storedSchema = z.object({ bid: bidSchema, attempt: attemptSchema.nullable() })
type Stored = z.output<typeof storedSchema>

const toStored = ({ draft, attempt }: SavedBid): Stored => ({
  bid: draft,
  attempt: attempt && { key: attempt.key, bid: attempt.draft, mark: attempt.mark },
})

const fromStored = ({ bid, attempt }: Stored): SavedBid => ({
  draft: bid,
  attempt: attempt && { key: attempt.key, draft: attempt.bid, mark: attempt.mark },
})

/** Stores a bid that is not sent yet. An empty form clears the storage. */
export function draftStorage(storage: () => Store) {
  const draft = storedValue<Stored>(draftKey, (value) => storedSchema.safeParse(value).data ?? null, storage)
  return {
    load: (): SavedBid | null => {
      const stored = draft.load()
      return stored && fromStored(stored)
    },
    save: (saved: SavedBid): void => (isEqual(saved.draft, emptyBid) ? draft.clear() : draft.save(toStored(saved))),
    clear: draft.clear,
  }
}
