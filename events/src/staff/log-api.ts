import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint } from '../language/endpoint.ts'
import { tdOnly } from '../language/roles.ts'

export const logErrors = defineErrors({
  EVENT_NOT_FOUND: { status: 404, message: 'No event of the log has this position.' },
  NOT_SEALED_YET: { status: 425, message: 'This event is not sealed yet. Please try again in a moment.' },
})

const checkpoint = z.strictObject({ text: z.string(), at: z.iso.datetime() })

/** Calls about the Merkle tree over the log and its signed heads. Part of `staffApi`. */
export const logApi = {
  listLogHeads: endpoint({
    method: 'GET',
    path: '/api/audit/heads',
    summary:
      'List the signed heads of the log as C2SP checkpoints, newest first: all since yesterday and the last of each day before; `key` verifies them',
    allow: tdOnly,
    answers: { 200: z.strictObject({ key: z.string(), heads: z.array(checkpoint) }) },
    personal: true,
  }),
  proveEvent: endpoint({
    method: 'GET',
    path: '/api/audit/{position}/proof',
    summary:
      'Prove that an event is in the log of the newest head: canonical bytes and audit path (RFC 6962) in base64; 425 until it is sealed',
    allow: tdOnly,
    params: z.strictObject({
      position: z.coerce.number('This is not a position.').int().min(0).max(Number.MAX_SAFE_INTEGER),
    }),
    answers: {
      200: z.strictObject({
        position: z.int(),
        index: z.int(),
        size: z.int(),
        leaf: z.string(),
        proof: z.array(z.string()),
        head: z.string(),
      }),
    },
    errors: ['EVENT_NOT_FOUND', 'NOT_SEALED_YET'],
    personal: true,
  }),
  readLogHead: endpoint({
    method: 'GET',
    path: '/api/log-head',
    summary: 'Read the newest head of the log as eight words, for the foot of what is printed; null before the first',
    allow: 'everyone',
    answers: {
      200: z.strictObject({
        head: z.strictObject({ size: z.int(), words: z.string(), at: z.iso.datetime() }).nullable(),
      }),
    },
  }),
}

const row = z.record(z.string(), z.unknown()).nullable()

/** One line of the answer of a replay, which rebuilds the read models and compares them with those that are served. */
export const replayLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), events: z.number().int(), total: z.number().int() }),
  z.strictObject({
    kind: z.literal('result'),
    events: z.number().int(),
    seconds: z.number(),
    tables: z.array(z.strictObject({ table: z.string(), rows: z.number().int(), differences: z.number().int() })),
    /** The first differences of each table; null for a row that is missing on that side. */
    differences: z.array(z.strictObject({ table: z.string(), id: z.string(), live: row, rebuilt: row })),
  }),
  z.strictObject({ kind: z.literal('failed') }),
])

export type ReplayLine = z.output<typeof replayLine>

export type ReplayResult = Extract<ReplayLine, { kind: 'result' }>
