import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import { staffApi, type User } from '@ultimate/events/staff/api.ts'
import type { RejectionReason } from '@ultimate/events/staff/events.ts'
import { sendAs, withoutKey } from '../../../platform/commands.ts'
import type { AttemptWatcher, CallOutcome } from '../../../platform/http/http-route.ts'
import { toNetwork } from '../../../platform/http/request/caller.ts'
import type { Platform } from '../../../platform/module.ts'
import { accountByUsername, identityKey } from '../../read/users.view.ts'
import { findPasskey } from '../../secrets/passkeys.ts'
import {
  attemptCounts,
  attemptStream,
  type CountedAttempt,
  noteAttemptDecider,
  noteFailedSignInDecider,
} from './attempts.decider.ts'

const tooMany = 429
const reasons: Readonly<Record<string, RejectionReason>> = {
  FORBIDDEN: 'not-allowed',
  WRONG_GATE_PASSWORD: 'wrong-password',
  WRONG_PASSWORD: 'wrong-password',
  TEMPORARY_PASSWORD_ENDED: 'ended-password',
  RESET_LINK_INVALID: 'wrong-link',
  INVALID_SIGNATURE: 'wrong-token',
  RELEASE_TOKEN_ENDED: 'wrong-token',
}
/**
 * Returns why the attempt is recorded; null for errors that are not. A wrong password, code or passkey at sign-in has
 * an event of its own, and a wrong code while a second factor is set up reveals nothing: its user has just seen the
 * secret.
 */
const findReason = ({ error }: CallOutcome): RejectionReason | null =>
  error && (error.status === tooMany ? 'throttled' : (reasons[error.code] ?? null))

/** Returns what is counted together. Wrong tokens count over all calls, because one could be sent to each call. */
const toCountedKind = (kind: Kind): string =>
  JSON.stringify(kind.data['reason'] === 'wrong-token' ? 'wrong-token' : kind)

/** The event of an attempt, without who and how often. */
type Kind = Pick<CountedAttempt, 'type'> & { readonly data: Readonly<Record<string, unknown>> }

/**
 * Records rejected attempts and passes of the gate: a few events for each network, kind and quarter of an hour, so that
 * no visitor can fill the log. The answer does not wait for it, so that its time reveals nothing about users.
 */
export function attemptNotes(platform: Platform): AttemptWatcher {
  const { authSecret, gatePassword } = platform.configuration
  const secret = Buffer.from(hkdfSync('sha256', authSecret, '', 'networks of attempts', 32))
  const digest = (text: string, length: number) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, length)
  const counts = attemptCounts()

  async function findKind(attempt: CallOutcome): Promise<Kind | null> {
    const { endpoint, error } = attempt
    if (error === null) {
      const isGate = endpoint.path === platformApi.openGate.path && gatePassword !== null
      return isGate ? { type: 'GateOpened', data: {} } : null
    }
    const reason = findReason(attempt) ?? (await findPasskeyReason(attempt))
    if (reason === null) return null
    const call = `${endpoint.method} ${endpoint.path}`
    return { type: 'AttemptRefused', data: { call, reason, userId: await findTypedUser(attempt) } }
  }

  /**
   * Returns a reason for a passkey that no user has, such as one that was removed on the site and not on its device.
   */
  async function findPasskeyReason({ endpoint, request, error }: CallOutcome): Promise<RejectionReason | null> {
    if (endpoint.path !== staffApi.passkeySignIn.path || error?.code !== 'PASSKEY_REFUSED') return null
    const { id } = request.body as { id: string }
    return (await findPasskey(platform.sql, id)) ? null : 'unknown-passkey'
  }

  /** Finds the id of the user whose name was typed at sign-in. */
  async function findTypedUser({ endpoint, request }: CallOutcome): Promise<string | null> {
    if (endpoint.path !== staffApi.signIn.path) return null
    const { username } = request.body as { username: string }
    return (await accountByUsername(platform.sql, username))?.user.id ?? null
  }

  async function note(attempt: CallOutcome): Promise<void> {
    const kind = await findKind(attempt)
    if (kind === null) return
    const { commandContext } = attempt
    const network = digest(toNetwork(attempt.address), 8)
    const who = commandContext.actor.kind === 'staff' ? `${network} ${commandContext.actor.id}` : network
    const count = counts.countForEvent(toCountedKind(kind), who, commandContext.now)
    if (count === null) return
    const { key, times, isShared } = count
    const event = { ...kind, data: { ...kind.data, network: isShared ? 'many' : network, times } } as CountedAttempt
    await platform.commands
      .handle(
        noteAttemptDecider,
        {
          stream: attemptStream(digest(key, 22)),
          command: { type: 'NoteAttempt', data: event, metadata: { now: commandContext.now } },
        },
        commandContext,
      )
      .catch((error: unknown) => {
        counts.takeBack(key)
        throw error
      })
  }
  // If the database is away, the answer to the attempt itself shows it.
  return (attempt) => void note(attempt).catch(() => undefined)
}

export interface FailedSignIns {
  /** `userId` is null where no user has the typed name. */
  record(typedName: string, userId: string | null, context: CommandContext): Promise<void>
  /** Runs `attempt`, and records a failed sign-in of this user if it fails with the code. */
  recordIfRejected<T>(
    code: string,
    who: { readonly user: User; readonly context: CommandContext },
    attempt: () => Promise<T>,
  ): Promise<T>
}

/**
 * Records failed sign-ins, each in a stream of its own and never the user's, because it must cost the same whether the
 * user exists or not. The throttle limits their number: it rejects all others before they come here.
 */
export function failedSignIns({ commands, configuration }: Platform): FailedSignIns {
  const counts = attemptCounts()
  const record: FailedSignIns['record'] = async (typedName, userId, context) => {
    const name = digestOfName(configuration.authSecret, typedName)
    const { times, isShared } = counts.count('name', name, context.now)
    // The idempotency key stays free, because a later attempt under it may have the right password.
    await sendAs(commands, context)(
      noteFailedSignInDecider,
      attemptStream(randomUUID()),
      { type: 'NoteFailedSignIn', data: { userId, name, times: isShared ? 1 : times } },
      { startsStream: true, ...withoutKey },
    )
  }
  return {
    record,
    recordIfRejected: async (code, { user, context }, attempt) => {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof DomainError && error.code === code) await record(user.username, user.id, context)
        throw error
      }
    },
  }
}

/** Returns a digest of 128 bits. Without the secret, no one can find the name by trying names. */
export function digestOfName(secret: string, typedName: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'names typed at sign-in', 32))
  return createHmac('sha256', key).update(identityKey(typedName)).digest('base64url').slice(0, 22)
}
