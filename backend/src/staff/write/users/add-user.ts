import type { CommandContext } from '@ultimate/event-store/commands.ts'
import type { Role } from '@ultimate/events/language/roles.ts'
import type { Person } from '@ultimate/events/staff/events.ts'
import { addUserDecider, userStream } from '@ultimate/events/staff/user.ts'
import { sendAs } from '../../../platform/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { addingCredentials } from '../../secrets/credentials.ts'
import { hashPassword, temporaryUntil } from '../../secrets/passwords.ts'

export interface NewUser {
  readonly id: string
  readonly person: Person
  readonly role: Role
  /** False until they sign in with the password that was mailed to them. */
  readonly verified: boolean
  readonly password: string
}

/**
 * Stores the event and the password's hash in one step.
 *
 * @throws DomainError USERNAME_TAKEN or EMAIL_TAKEN
 */
export async function addUserWithPassword(platform: Platform, user: NewUser, context: CommandContext): Promise<void> {
  const { id, person, role, verified, password } = user
  const until = verified ? null : temporaryUntil(platform.clock.now())
  await sendAs(platform.commands, context)(
    addUserDecider,
    userStream(id),
    { type: 'AddUser', data: { person, role, verified } },
    { startsStream: true, writes: [addingCredentials(id, await hashPassword(password), until)] },
  )
}
