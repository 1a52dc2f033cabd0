import { z } from 'zod'

const row = z.record(z.string(), z.unknown()).nullable()

/** One line of the answer while the read models are built anew from the events, and compared with those that are served. */
export const replayLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), events: z.number().int(), total: z.number().int() }),
  z.strictObject({
    kind: z.literal('result'),
    events: z.number().int(),
    seconds: z.number(),
    tables: z.array(z.strictObject({ table: z.string(), rows: z.number().int(), differences: z.number().int() })),
    /** The first ones of each table; null for a row that is missing on that side. */
    differences: z.array(z.strictObject({ table: z.string(), id: z.string(), live: row, rebuilt: row })),
  }),
  z.strictObject({ kind: z.literal('failed') }),
])
export type ReplayLine = z.output<typeof replayLine>
export type ReplayResult = Extract<ReplayLine, { kind: 'result' }>
