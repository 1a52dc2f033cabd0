import { createHmac } from 'node:crypto'
import { dinnerRefusals } from '@ultimate/events/dinner/refusals.ts'
import { sameEmail } from '@ultimate/events/dinner/signup.ts'
import type { Sql } from 'postgres'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../../platform/http/network-of.ts'

const windowSeconds = 15 * 60
const perMailbox = 3
/** A whole team may sit behind one address at the fields. */
const perAddress = 60

/** Shared by all backends. The keys are digests: no mail address stands here. */
export const linkRequestsTable = `
create table if not exists dinner_link_requests (
  key text primary key,
  points integer not null default 0,
  expire bigint
)`

/** Counts requests for private links: nobody's mailbox can be filled from here. */
export interface LinkRequests {
  /** Refuses with TOO_MANY_LINKS, for known and unknown addresses alike. */
  count(email: string, address: string): Promise<void>
}

export function linkRequests(sql: Sql, secret: string): LinkRequests {
  const digest = (value: string) => createHmac('sha256', secret).update(value).digest('base64url')
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: clientOf(sql),
      storeType: 'client',
      tableName: 'dinner_link_requests',
      tableCreated: true,
      keyPrefix,
      points,
      duration: windowSeconds,
    })
  const mailboxes = limiter('mailbox', perMailbox)
  const addresses = limiter('address', perAddress)
  return {
    count: async (email, address) => {
      await counted(addresses, digest(networkOf(address)))
      await counted(mailboxes, digest(sameEmail(email)))
    },
  }
}

async function counted(limiter: RateLimiterPostgres, key: string): Promise<void> {
  await limiter.consume(key).catch((error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error
    dinnerRefusals.refuse('TOO_MANY_LINKS', undefined, Math.ceil((error.msBeforeNext ?? 0) / 1000) || 1)
  })
}

/** What the library expects of node-postgres, spoken to postgres.js. */
function clientOf(sql: Sql) {
  return {
    async query({ text, values }: { text: string; values: (string | number)[] }) {
      const rows = await sql.unsafe(text, values, { prepare: true })
      return { rows, rowCount: rows.count }
    },
  }
}
