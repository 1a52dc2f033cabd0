import { createHmac } from 'node:crypto'
import { dinnerRefusals } from '@ultimate/events/dinner/refusals.ts'
import { sameEmail } from '@ultimate/events/dinner/signup.ts'
import type { Sql } from 'postgres'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { limiterTable, sharedLimiter } from '../../platform/database/shared-limiter.ts'
import { networkOf } from '../../platform/http/network-of.ts'

const seconds = 15 * 60
const linksPerMailbox = 3
/** A whole team may sit behind one address at the fields. */
const linksPerNetwork = 60
/** More than anybody reads; each holds the same private link. */
const confirmationsPerMailbox = 60

const table = 'dinner_mail_counts'
export const mailCountsTable = limiterTable(table)

/** Counts what is mailed, on all backends together: nobody's mailbox can be filled from here. */
export interface MailCounts {
  /** Somebody asks for a private link. Refuses with TOO_MANY_LINKS, for known and unknown addresses alike. */
  linkRequested(email: string, address: string): Promise<void>
  /** Sends a confirmation unless that mailbox has had its share: signing up goes on without. What fails is not counted. */
  confirmed(email: string, send: () => Promise<unknown>): Promise<void>
}

/** The keys are digests: no mail address stands there. */
export function mailCounts(sql: Sql, secret: string): MailCounts {
  const digest = (value: string) => createHmac('sha256', secret).update(value).digest('base64url')
  const limiter = (keyPrefix: string, points: number) => sharedLimiter(sql, { table, keyPrefix, points, seconds })
  const mailboxes = limiter('mailbox', linksPerMailbox)
  const networks = limiter('address', linksPerNetwork)
  const confirmations = limiter('confirmation', confirmationsPerMailbox)
  return {
    linkRequested: async (email, address) => {
      await networks.consume(digest(networkOf(address))).catch(refuse)
      await mailboxes.consume(digest(sameEmail(email))).catch(refuse)
    },
    confirmed: async (email, send) => {
      const mailbox = digest(sameEmail(email))
      if (!(await isWithin(confirmations.consume(mailbox)))) return
      try {
        await send()
      } catch (error) {
        // A mail server that is away is asked again every few seconds, about the same mail.
        await confirmations.reward(mailbox)
        throw error
      }
    },
  }
}

const isWithin = (counted: Promise<unknown>): Promise<boolean> =>
  counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof RateLimiterRes) return false
      throw error
    },
  )

function refuse(error: unknown): never {
  if (!(error instanceof RateLimiterRes)) throw error
  return dinnerRefusals.refuse('TOO_MANY_LINKS', undefined, Math.ceil((error.msBeforeNext ?? 0) / 1000) || 1)
}
