import { createHmac, hkdfSync } from 'node:crypto'
import { platformApi } from '@ultimate/events/platform/api.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import type { RejectionReason } from '@ultimate/events/staff/events.ts'
import type { Attempt, AttemptWatcher } from '../../../platform/http/http-route.ts'
import { toNetwork } from '../../../platform/http/request/caller.ts'
import type { Platform } from '../../../platform/module.ts'
import { accountByUsername } from '../../read/users.view.ts'
import { findPasskey } from '../../secrets/passkeys/credentials.ts'
import { attemptCounts, attemptStream, type CountedAttempt, noteAttemptDecider } from './attempts.decider.ts'

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
    const { command } = attempt
    const network = digest(toNetwork(attempt.address), 8)
    const who = command.actor.kind === 'staff' ? `${network} ${command.actor.id}` : network
    const counted = counts.count(countedAs(kind), who, command.now)
    if (counted === null) return
    const { key, times, isShared } = counted
    const fact = { ...kind, data: { ...kind.data, network: isShared ? 'many' : network, times } } as CountedAttempt
    await platform.commands
      .handle(
        noteAttemptDecider,
        {
          stream: attemptStream(digest(key, 22)),
          command: { type: 'NoteAttempt', data: fact, metadata: { now: command.now } },
        },
        command,
      )
      .catch((error: unknown) => {
        counts.takeBack(key)
        throw error
      })
  }
  // If the database is away, the answer to the attempt itself shows it.
  return (attempt) => void note(attempt).catch(() => undefined)
}
