import { z } from 'zod'
import { roles } from '../language/roles.ts'

/** A member of staff, as the session of a device and the list of users have it. */
export const user = z.strictObject({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  is_verified: z.boolean(),
})
export type User = z.infer<typeof user>
