import type { TransactionalWrite } from '../../platform/event-store/commands.ts'
import { removingCredentials } from './credentials.ts'
import { endingResets } from './password-resets.ts'
import { removingSecondFactor } from './second-factors.ts'
import { endingSessions } from './sessions.ts'

/** Everything that is kept of a user beside the facts; stored with the fact that the user was removed. */
export const removingSecrets = (userId: string): TransactionalWrite[] => [
  removingCredentials(userId),
  endingSessions(userId),
  endingResets(userId),
  ...removingSecondFactor(userId),
]
