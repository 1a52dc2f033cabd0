import { staffApi, staffRefusals } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { accountByUsername } from '../../read/users/query.ts'
import { passwordMatches } from '../../secrets/passwords.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import type { Tokens } from '../../secrets/tokens.ts'
import { noteFailedSignIn } from '../note-failed-sign-in/note-failed-sign-in.ts'
import { userStream } from '../user.ts'
import { signingIn } from './decide.ts'

export function signInRoute(platform: Platform, tokens: Tokens, attempts: SignInAttempts): Route {
  return route(staffApi.login, async ({ body }, context) => {
    const attempt = await attempts.begin(body.username, context.address)
    const account = await accountByUsername(platform.sql, body.username)
    const matches = await passwordMatches(account?.hash ?? null, body.password)
    if (!account || !matches) {
      await noteFailedSignIn(platform, account?.user.id ?? null, context.command)
      throw staffRefusals.refusal('INVALID_CREDENTIALS')
    }

    const { user, generation } = account
    const { state } = await platform.commands.handle(
      signingIn,
      {
        stream: userStream(user.id),
        command: { type: 'SignIn', data: {}, metadata: { now: context.command.now } },
      },
      { ...context.command, actor: { kind: 'staff', id: user.id, name: user.full_name, role: user.role } },
    )
    await attempt.succeeded()
    const token = await tokens.issue({ userId: user.id, generation }, platform.clock.now())
    return { status: 200, body: { user: { ...user, is_verified: state.status === 'active' && state.verified }, token } }
  })
}
