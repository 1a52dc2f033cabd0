import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { accountByEmail } from '../../read/users/query.ts'
import { beginningReset, clearingResets, resetToken } from '../../secrets/password-resets.ts'
import { attemptStream } from '../note-failed-sign-in/decide.ts'
import { requestPasswordResetDecider } from './decide.ts'

/** Does the same for every address; the mail, if there is one, is written by an automation. */
export function requestPasswordResetRoute({ commands, configuration, clock, sql }: Platform): Route {
  return route(staffApi.requestPasswordReset, async ({ body: { email } }, { command: context, newId }) => {
    const account = await accountByEmail(sql, email)
    // A link replaces a password: to a user whose secrets were lost, a TD sends one.
    const reset = account && account.hash !== null ? { userId: account.user.id, generation: account.generation } : null
    const [key, now] = [newId(), clock.now()]
    await commands.handle(
      requestPasswordResetDecider,
      {
        stream: attemptStream(key),
        command: {
          type: 'RequestPasswordReset',
          data: { userId: reset?.userId ?? null },
          metadata: { now: context.now },
        },
        startsStream: true,
        writes: [beginningReset(resetToken(configuration.authSecret, key), reset, now), clearingResets(now)],
      },
      context,
    )
    return { status: 202, body: {} }
  })
}
