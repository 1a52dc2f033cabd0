import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { adminOrTd, tdOnly } from '../language/roles.ts'

const changedLine = z.strictObject({
  /** `3 teams registered, 1 paid`. */
  text: z.string(),
  /** The number of events that the line sums up. */
  events: z.int(),
  /** The page that shows all these changes. */
  path: z.string(),
})
export type ChangedLine = z.infer<typeof changedLine>

const since = z.strictObject({
  /** The moment the user looked last; null where they never did. */
  at: z.iso.datetime().nullable(),
  /** The newest event in the lines. */
  position: z.int(),
  lines: z.array(changedLine),
  /** The number of lines that were left out. */
  more: z.int(),
  /** True where older events were not summed up. */
  cut: z.boolean(),
})
export type Since = z.infer<typeof since>

const deskEntry = z.strictObject({
  name: z.string(),
  path: z.string(),
  /** An action that takes one press. */
  action: z
    .strictObject({
      label: z.string(),
      /** A sentence about the state afterwards. */
      done: z.string(),
      /** A request without a body. */
      request: z.templateLiteral(['POST /api/', z.string()]),
      mailsCaptain: z.boolean(),
    })
    .optional(),
})
export type DeskEntry = z.infer<typeof deskEntry>

const deskItem = z.strictObject({
  kind: z.string(),
  title: z.string(),
  count: z.int(),
  /** The names of the first few entries. */
  names: z.array(z.string()),
  /** The page where staff deal with these entries. */
  path: z.string(),
  /** Present where each entry has a page of its own. */
  entries: z.array(deskEntry).optional(),
})
export type DeskItem = z.infer<typeof deskItem>

/** `since` is empty for those who may not read the audit. */
const desk = z.strictObject({ items: z.array(deskItem), since })
export type Desk = z.infer<typeof desk>

/** Calls about what is new and what waits. Part of `staffApi`. */
export const deskApi = {
  readSince: endpoint({
    method: 'GET',
    path: '/api/audit/since',
    summary:
      'Sum up in five lines what others changed since you marked the audit as seen, or within the last seven days before the first mark; `cut` where older events were left out',
    allow: tdOnly,
    answers: { 200: since },
    personal: true,
  }),
  markAuditSeen: endpoint({
    method: 'POST',
    path: '/api/audit/seen',
    summary: 'Mark all events up to a position as seen by you; a mark never goes back',
    allow: tdOnly,
    body: z.strictObject({ position: z.int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    answers: { 204: null },
  }),
  readDesk: endpoint({
    method: 'GET',
    path: '/api/desk',
    summary:
      'List what waits for the TD or an admin, with the first few names and the page for it; for the TD also what changed since they looked',
    allow: adminOrTd,
    answers: { 200: desk },
    personal: true,
  }),
}
