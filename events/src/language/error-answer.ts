import { z } from 'zod'

/** The body of every answer that is not a success. `message` and `error` are the same sentence. */
export const errorAnswer = z.strictObject({
  code: z.string(),
  message: z.string(),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** With 412: what the call would answer now. */
  current: z.unknown().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
