import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { networkOf } from '../../../platform/http/request/caller.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { accountByUsername } from '../../read/users/query.ts'
import type { KnownDevices } from '../../secrets/known-device.ts'
import { passwordMatches } from '../../secrets/passwords.ts'
import { beginningSession, clearingSessions, deviceName } from '../../secrets/sessions.ts'
import type { SignInAttempts } from '../../secrets/sign-in-attempts.ts'
import type { Tokens } from '../../secrets/tokens.ts'
import type { FailedSignIns } from '../note-failed-sign-in/note-failed-sign-in.ts'
import { userStream } from '../user.ts'
import { signInDecider } from './decide.ts'

interface SignInSecrets {
  readonly tokens: Tokens
  readonly attempts: SignInAttempts
  readonly devices: KnownDevices
  readonly failed: FailedSignIns
}

export function signInRoute(platform: Platform, { tokens, attempts, devices, failed }: SignInSecrets): Route {
  return route(staffApi.signIn, async ({ body: { username, password } }, context) => {
    const now = platform.clock.now()
    const account = await accountByUsername(platform.sql, username)
    const person = account && { userId: account.user.id, generation: account.generation }
    const device = person && devices.find(context, person)
    const attempt = await attempts.begin({ username, address: context.address, device })
    const asker = device === null ? 'stranger' : 'known'
    const matches = await passwordMatches(account?.hash ?? null, password, asker).catch(async (error: unknown) => {
      await attempt.dropped()
      throw error
    })
    if (!account || !person || !matches) {
      await failed.record(username, account?.user.id ?? null, context.command)
      throw staffErrors.error('INVALID_CREDENTIALS')
    }

    if (account.temporaryUntil !== null && account.temporaryUntil <= now) {
      await attempt.dropped()
      throw staffErrors.error('TEMPORARY_PASSWORD_ENDED')
    }

    const { user, temporaryUntil } = account
    const [session, name] = [context.newId(), deviceName(context.userAgent, networkOf(context.address))]
    const { state } = await platform.commands.handle(
      signInDecider,
      {
        stream: userStream(user.id),
        command: { type: 'SignIn', data: {}, metadata: { now: context.command.now } },
        writes: [beginningSession({ id: session, userId: user.id, name, now }), clearingSessions(user.id, now)],
      },
      { ...context.command, actor: { kind: 'staff', id: user.id, name: user.full_name, role: user.role } },
    )
    await attempt.succeeded()
    devices.remember(context, person)
    const token = await tokens.issue({ ...person, session }, now)
    const known = { ...user, is_verified: state.status === 'active' && state.verified }
    const notice = temporaryUntil && { password_ends: temporaryUntil.toISOString() }
    return { status: 200, body: { user: known, token, ...notice } }
  })
}
