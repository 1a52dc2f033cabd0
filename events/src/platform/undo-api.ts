import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint } from '../language/endpoint.ts'
import { anyStaff } from '../language/roles.ts'

export const undoErrors = defineErrors({
  CANNOT_UNDO: { status: 409, message: 'This cannot be undone any more.' },
  PREVIEW_REQUIRED: { status: 428, message: 'Please look at what the undo changes first, and name its ETag.' },
})

/** The changes that an undo makes, or has made. */
const undoPreview = z.strictObject({
  can: z.boolean(),
  /** Why it cannot be undone; null where it can. */
  why: z.string().nullable(),
  /** Parts of older releases read the subject as `thing`. */
  changes: z.array(z.strictObject({ subject: z.string(), thing: z.string(), was: z.string(), becomes: z.string() })),
  /** Further effects, in sentences. */
  also: z.array(z.string()),
  /** True where the undo can itself be undone. */
  undoable: z.boolean(),
  /** The positions of the events that are to be taken back, so that all goes back which the same request has done. */
  action: z.array(z.number().int()),
})
export type UndoPreview = z.infer<typeof undoPreview>

/** Taking back what was done. Part of `staffApi`; here because the kit shows it after every change. */
export const undoApi = {
  undo: endpoint({
    method: 'POST',
    path: '/api/audit/{position}/undo',
    summary:
      'Take an event back by new ones; `preview=true` says what would change and appends nothing. The undo needs the ETag of the preview as `If-Match`. The TD undoes anything, others what they did themselves',
    allow: anyStaff,
    params: z.strictObject({
      position: z.coerce.number('This is not a position.').int().min(0).max(Number.MAX_SAFE_INTEGER),
    }),
    query: z.strictObject({ preview: z.enum(['true', 'false']).default('false') }),
    answers: { 200: undoPreview },
    errors: ['EVENT_NOT_FOUND', 'CANNOT_UNDO', 'PREVIEW_REQUIRED'],
    personal: true,
  }),
}
