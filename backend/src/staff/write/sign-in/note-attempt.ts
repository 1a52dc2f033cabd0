import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import { staffApi, type User } from '@ultimate/events/staff/api.ts'
import type { RejectionReason } from '@ultimate/events/staff/events.ts'
import { sendAs, withoutKey } from '../../../platform/commands.ts'
import type { Attempt, AttemptWatcher } from '../../../platform/http/http-route.ts'
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
 * A wrong password, code or answer of a passkey at sign-in is a fact of its own already. A wrong code for a second factor that is being set up
 * is none: its secret was shown to the user just before.
 */
const findReason = ({ error }: Attempt): RejectionReason | null =>
  error && (error.status === tooMany ? 'throttled' : (reasons[error.code] ?? null))

/** A wrong token may come with any call: counted by call, one network would leave facts for each of them. */
const countedAs = (kind: Kind): string => JSON.stringify(kind.data['reason'] === 'wrong-token' ? 'wrong-token' : kind)

/** The event of an attempt, without who and how often. */
type Kind = Pick<CountedAttempt, 'type'> & { readonly data: Readonly<Record<string, unknown>> }

/**
 * Records what was turned away, and who passed the gate, so that no visitor can fill the log: a few facts for each network,
 * kind and quarter of an hour. The answer does not wait for it, so that its time reveals nothing about users.
 */
export function attemptNotes(platform: Platform): AttemptWatcher {
  const { authSecret, gatePassword } = platform.configuration
  const secret = Buffer.from(hkdfSync('sha256', authSecret, '', 'networks of attempts', 32))
  const digest = (text: string, length: number) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, length)
  const counts = attemptCounts()

  async function findKind(attempt: Attempt): Promise<Kind | null> {
    const { endpoint, error } = attempt
    if (error === null) {
      const isGate = endpoint.path === platformApi.openGate.path && gatePassword !== null
      return isGate ? { type: 'GateOpened', data: {} } : null
    }
    const reason = findReason(attempt) ?? (await passkeyReason(attempt))
    if (reason === null) return null
    const call = `${endpoint.method} ${endpoint.path}`
    return { type: 'AttemptRefused', data: { call, reason, userId: await typedUser(attempt) } }
  }

  /** A passkey that no user has, as one that was removed on the site and not on its device, is a failed sign-in of no one. */
  async function passkeyReason({ endpoint, request, error }: Attempt): Promise<RejectionReason | null> {
    if (endpoint.path !== staffApi.passkeySignIn.path || error?.code !== 'PASSKEY_REFUSED') return null
    const { id } = request.body as { id: string }
    return (await findPasskey(platform.sql, id)) ? null : 'unknown-passkey'
  }

  /** The user whose name was typed at sign-in. */
  async function typedUser({ endpoint, request }: Attempt): Promise<string | null> {
    if (endpoint.path !== staffApi.signIn.path) return null
    const { username } = request.body as { username: string }
    return (await accountByUsername(platform.sql, username))?.user.id ?? null
  }

  async function note(attempt: Attempt): Promise<void> {
    const kind = await findKind(attempt)
    if (kind === null) return
    const { commandContext } = attempt
    const network = digest(toNetwork(attempt.address), 8)
    const who = commandContext.actor.kind === 'staff' ? `${network} ${commandContext.actor.id}` : network
    const counted = counts.count(countedAs(kind), who, commandContext.now)
    if (counted === null) return
    const { key, times, isShared } = counted
    const fact = { ...kind, data: { ...kind.data, network: isShared ? 'many' : network, times } } as CountedAttempt
    await platform.commands
      .handle(
        noteAttemptDecider,
        {
          stream: attemptStream(digest(key, 22)),
          command: { type: 'NoteAttempt', data: fact, metadata: { now: commandContext.now } },
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

/** 128 bits: no two names have the same. Without the secret the name cannot be found by trying. */
export function digestOfName(secret: string, typed: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'names typed at sign-in', 32))
  return createHmac('sha256', key).update(identityKey(typed)).digest('base64url').slice(0, 22)
}
