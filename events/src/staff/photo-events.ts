import { z } from 'zod'
import { defineEvents, type EventOf } from '../language/event.ts'
import { photoTypes } from './photo.ts'

/** One file of a photo: its bytes are kept beside the log, under their SHA-256. */
const photoFile = z.strictObject({
  hash: z.string(),
  type: z.enum(photoTypes),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})
export type PhotoFile = z.infer<typeof photoFile>

/** Facts of the streams `photo-<id>`. */
export const photoEvents = defineEvents({
  PhotoAdded: {
    version: 1,
    data: z.strictObject({ title: z.string(), placeholder: z.string(), files: z.array(photoFile).min(1) }),
  },
  PhotoRenamed: { version: 1, data: z.strictObject({ title: z.string() }) },
  PhotoDeleted: { version: 1, data: z.strictObject({}) },
})
export type PhotoEvent = EventOf<typeof photoEvents>
