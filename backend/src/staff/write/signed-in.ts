import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { User } from '@ultimate/events/staff/api.ts'

/** Who asks, for calls that are no visitor's. */
export function signedIn({ user }: { readonly user: User | null }): User {
  return user ?? platformErrors.fail('NO_TOKEN')
}
