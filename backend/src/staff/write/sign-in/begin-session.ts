import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { userStream } from '@ultimate/events/staff/user.ts'
import type { CommandRequest } from '../../../platform/commands.ts'
import type { RequestContext } from '../../../platform/http/http-route.ts'
import { toNetwork } from '../../../platform/http/request/caller.ts'
import type { Account } from '../../read/users.view.ts'
import type { KnownDevices } from '../../secrets/known-device.ts'
import { beginningSession, clearingSessions, deviceName } from '../../secrets/sessions.ts'
import type { TokenClaims, Tokens } from '../../secrets/tokens.ts'
import { type SignIn, signInDecider } from './sessions.decider.ts'

export interface SessionSecrets {
  readonly tokens: Tokens
  readonly devices: KnownDevices
}

/** Returns a token for this device, and remembers the device as one on which this person has signed in. */
export function issueToken(
  { tokens, devices }: SessionSecrets,
  claims: TokenClaims,
  now: Date,
  context: RequestContext,
): Promise<string> {
  devices.remember(context, claims)
  return tokens.issue(claims, now)
}

/** Returns the name that people know the device of a request by. */
export const nameDevice = ({ userAgent, address }: RequestContext): string => deviceName(userAgent, toNetwork(address))

/** A user who signs in with this request is its actor. */
export const actAs = ({ id, full_name: name, role }: User) => ({ actor: { kind: 'staff', id, name, role } }) as const

/** The account that signs in, how, and the writes that use up its codes or challenge. */
export interface AcceptedSignIn {
  readonly account: Account
  readonly how: SignIn['data']
  readonly writes: readonly TransactionalWrite[]
  readonly now: Date
}

/** Stores event, session and `writes` in one step; gives this device its token. */
export async function beginSession(
  secrets: SessionSecrets,
  { account: { user, generation }, how: signIn, writes, now }: AcceptedSignIn,
  context: CommandRequest,
) {
  const session = context.newId()
  const newSession = { id: session, userId: user.id, name: nameDevice(context), now, passkeyId: signIn.passkeyId }
  const { state } = await context.send(
    signInDecider,
    userStream(user.id),
    { type: 'SignIn', data: signIn },
    { context: actAs(user), writes: [beginningSession(newSession), clearingSessions(user.id, now), ...writes] },
  )
  const token = await issueToken(secrets, { userId: user.id, generation, session }, now, context)
  return { user: { ...user, is_verified: state.status === 'active' && state.verified }, token }
}
