import { createHmac } from 'node:crypto'
import { sameEmail } from '@ultimate/events/dinner/signup.ts'
import type { Sql } from 'postgres'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { limiterTable, sharedLimiter } from '../../platform/database/shared-limiter.ts'

const seconds = 15 * 60
/** More than anybody reads; each holds the same private link. */
const confirmationsPerMailbox = 60

const table = 'dinner_mail_counts'
export const mailCountsTable = limiterTable(table)

/** Counts what is mailed, on all backends together: nobody's mailbox can be filled from here. */
export interface MailCounts {
  /** Sends a confirmation unless that mailbox has had its share: signing up goes on without. What fails is not counted. */
  confirmed(email: string, send: () => Promise<unknown>): Promise<void>
}

/** The keys are digests: no mail address stands there. */
export function mailCounts(sql: Sql, secret: string): MailCounts {
  const digest = (value: string) => createHmac('sha256', secret).update(value).digest('base64url')
  const confirmations = sharedLimiter(sql, {
    table,
    keyPrefix: 'confirmation',
    points: confirmationsPerMailbox,
    seconds,
  })
  return {
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
