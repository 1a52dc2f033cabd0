import { platformRefusals } from '@ultimate/events/platform/api.ts'
import type { PasswordChange } from '@ultimate/events/staff/account.ts'
import { staffApi, staffRefusals } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { accountById } from '../../read/users/query.ts'
import { isCommonPassword } from '../../secrets/common-passwords.ts'
import { replacePassword } from '../../secrets/credentials.ts'
import { hashPassword, passwordMatches } from '../../secrets/passwords.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import type { Tokens } from '../../secrets/tokens.ts'
import { signedIn } from '../signed-in.ts'
import { userStream } from '../user.ts'
import { changingPassword } from './decide.ts'

/** The hash is replaced first and the fact told second: open pages that hear of it find their tokens revoked. */
export function changePasswordRoute(platform: Platform, tokens: Tokens, attempts: SignInAttempts): Route {
  return route(staffApi.changePassword, async ({ body }, context) => {
    const user = signedIn(context)
    // Whoever found a phone that is signed in must not try passwords on it either.
    const attempt = await attempts.begin(user.username, context.address)
    const account = await accountById(platform.sql, user.id)
    await requireGoodPasswords(account?.hash ?? null, body, () => attempt.succeeded())
    const generation = await replacePassword(platform.sql, {
      userId: user.id,
      hash: await hashPassword(body.newPassword),
      generation: account?.generation ?? 0,
    })
    if (generation === null) return platformRefusals.refuse('TOKEN_REVOKED')
    await platform.commands.handle(
      changingPassword,
      {
        stream: userStream(user.id),
        command: { type: 'ChangePassword', data: {}, metadata: { now: context.command.now } },
      },
      context.command,
    )
    const token = await tokens.issue({ userId: user.id, generation }, platform.clock.now())
    return { status: 200, body: { token } }
  })
}

async function requireGoodPasswords(
  hash: string | null,
  { currentPassword, newPassword }: PasswordChange,
  onRightOne: () => Promise<void>,
): Promise<void> {
  const { refuse, catalogue } = staffRefusals
  if (!(await passwordMatches(hash, currentPassword)))
    refuse('WRONG_PASSWORD', { currentPassword: catalogue.WRONG_PASSWORD.message })
  await onRightOne()
  if (isCommonPassword(newPassword)) refuse('COMMON_PASSWORD', { newPassword: catalogue.COMMON_PASSWORD.message })
}
