import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'

/** Challenges that were answered, until they would be too old anyway: each is good once, on all backends together. */
export const usedChallengesTable: OwnTable = {
  table: 'used_passkey_challenges',
  rights: ['select', 'insert', 'delete'],
  backup: false,
  ddl: `
create table if not exists used_passkey_challenges (
  challenge text primary key,
  until timestamptz not null
)`,
}

/** The time that people may take to find their phone. */
export const challengeLifetimeMs = 5 * 60_000

/** The purposes that a challenge may be answered for. */
export type ChallengePurpose = 'sign-in' | `add for ${string}`

const nonceBytes = 16
const untilBytes = 6
const sealBytes = 32

/** Challenges that the site knows again without having stored them: a flood of requests for them stores nothing. */
export interface PasskeyChallenges {
  /** Returns a challenge in Base64 for addresses. */
  issue(purpose: ChallengePurpose, now: Date): string
  /** Returns whether it is ours, for this purpose, and not too old. The append decides if it was answered before. */
  isOpen(challenge: string, purpose: ChallengePurpose, now: Date): boolean
}

/** Random bytes, when they end, and a keyed hash of both with the purpose. */
export function passkeyChallenges(siteSecret: string): PasskeyChallenges {
  const key = Buffer.from(hkdfSync('sha256', siteSecret, '', 'passkey challenges', 32))
  const computeSeal = (content: Buffer, purpose: ChallengePurpose) =>
    createHmac('sha256', key).update(content).update(purpose).digest()
  return {
    issue: (purpose, now) => {
      const until = Buffer.alloc(untilBytes)
      until.writeUIntBE(now.getTime() + challengeLifetimeMs, 0, untilBytes)
      const content = Buffer.concat([randomBytes(nonceBytes), until])
      return Buffer.concat([content, computeSeal(content, purpose)]).toString('base64url')
    },
    isOpen: (challenge, purpose, now) => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== nonceBytes + untilBytes + sealBytes) return false
      const content = bytes.subarray(0, nonceBytes + untilBytes)
      const isOurs = timingSafeEqual(bytes.subarray(nonceBytes + untilBytes), computeSeal(content, purpose))
      return isOurs && content.readUIntBE(nonceBytes, untilBytes) > now.getTime()
    },
  }
}

/** Lets one of two answers to a challenge through, on any backends. */
export const usingChallenge = (challenge: string, now: Date, otherwise: string): TransactionalWrite => ({
  name: 'used_challenge',
  // One spelling, however it was sent.
  values: [
    Buffer.from(challenge, 'base64url').toString('base64url'),
    new Date(now.getTime() + challengeLifetimeMs).toISOString(),
  ],
  text: ([used, until]) => `
    insert into used_passkey_challenges (challenge, until) values (${used}::text, ${until}::timestamptz)
    on conflict (challenge) do nothing`,
  otherwise,
})

/** Deletes the challenges that are too old by now. */
export const clearingChallenges = (now: Date): TransactionalWrite => ({
  name: 'cleared_challenges',
  values: [now.toISOString()],
  text: ([at]) => `delete from used_passkey_challenges where until <= ${at}::timestamptz`,
})
