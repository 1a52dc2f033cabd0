import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { sendAs, withoutKey } from '../../../platform/commands.ts'
import type { Platform } from '../../../platform/module.ts'
import { identityKey } from '../../read/users.view.ts'
import { attemptCounts, attemptStream, noteFailedSignInDecider } from './attempts.decider.ts'

/** 128 bits: no two names have the same. Without the secret the name cannot be found by trying. */
export function digestOfName(secret: string, typed: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'names typed at sign-in', 32))
  return createHmac('sha256', key).update(identityKey(typed)).digest('base64url').slice(0, 22)
}

export interface FailedSignIns {
  /** `userId` is null where no user has the typed name. */
  record(typed: string, userId: string | null, context: CommandContext): Promise<void>
  /** Records a failed sign-in of this user if `tried` fails with the code. */
  recordRefusal<T>(
    code: string,
    who: { readonly user: User; readonly context: CommandContext },
    tried: () => Promise<T>,
  ): Promise<T>
}

/**
 * A stream of its own for each, never the user's: it must cost the same whether the user exists or not. How many
 * there can be is bounded by the throttle, which turns the others away before they come here.
 */
export function failedSignIns({ commands, configuration }: Platform): FailedSignIns {
  const counts = attemptCounts()
  const record: FailedSignIns['record'] = async (typed, userId, context) => {
    const name = digestOfName(configuration.authSecret, typed)
    const { times, isShared } = counts.next('name', name, context.now)
    // A later attempt under the same key may have the right password.
    await sendAs(commands, context)(
      noteFailedSignInDecider,
      attemptStream(randomUUID()),
      { type: 'NoteFailedSignIn', data: { userId, name, times: isShared ? 1 : times } },
      { startsStream: true, ...withoutKey },
    )
  }
  return {
    record,
    recordRefusal: async (code, { user, context }, tried) => {
      try {
        return await tried()
      } catch (error) {
        if (error instanceof DomainError && error.code === code) await record(user.username, user.id, context)
        throw error
      }
    },
  }
}
