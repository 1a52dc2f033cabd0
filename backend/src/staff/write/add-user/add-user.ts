import type { Role } from '@ultimate/events/language/roles.ts'
import type { Person } from '@ultimate/events/staff/events.ts'
import type { CommandContext } from '../../../platform/event-store/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { addingCredentials } from '../../secrets/credentials.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { userStream } from '../user.ts'
import { addingUser } from './decide.ts'

export interface NewUser {
  readonly id: string
  readonly person: Person
  readonly role: Role
  /** False until he signs in with a password that was mailed to him. */
  readonly verified: boolean
  readonly password: string
}

/** Stores the fact and the password's hash in one step. Throws the refusals USERNAME_TAKEN and EMAIL_TAKEN. */
export async function addUser(platform: Platform, user: NewUser, context: CommandContext): Promise<void> {
  const { id, person, role, verified, password } = user
  await platform.commands.handle(
    addingUser,
    {
      stream: userStream(id),
      command: { type: 'AddUser', data: { person, role, verified }, metadata: { now: context.now } },
      startsStream: true,
      writes: [addingCredentials(id, await hashPassword(password))],
    },
    context,
  )
}
