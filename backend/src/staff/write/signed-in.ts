import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { User } from '@ultimate/events/staff/api.ts'

/** The user who asks, for calls that are no visitor's. Principals are users: this module's authenticator finds them. */
export function signedIn({ user }: { readonly user: { readonly id: string } | null }): User {
  return user ? (user as User) : platformErrors.fail('NO_TOKEN')
}
