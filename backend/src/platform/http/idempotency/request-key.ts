import { createHmac, hkdfSync, randomUUIDv7 } from 'node:crypto'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Principal } from '../principal.ts'
import type { Claim } from './rows.ts'

export interface RequestKeys {
  /** Returns the claim of the header's key for this request; refuses a key that is not 1 to 200 visible characters. */
  claim(header: string, request: KeyedRequest): Claim
  /** Ids for new streams: of a keyed request always the same ones, in the same order. */
  ids(claim: Claim | null): () => string
}

export interface KeyedRequest {
  readonly user: Pick<Principal, 'id'> | null
  readonly visitorId: string | null
  readonly method: string
  readonly path: string
  /** Path with query. */
  readonly url: string
  readonly body: Buffer
}

const visible = /^[\x21-\x7e]{1,200}$/

/**
 * Fingerprints are keyed hashes, because a body may be a password and little else. Visitors share one scope: the cookie
 * that would distinguish them is set by the very answer that a lost connection may have swallowed. A row names its
 * visitor instead (see idempotency.ts).
 */
export function requestKeys(secret: string): RequestKeys {
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'idempotent requests', 32))
  return {
    claim: (header, { user, visitorId, method, path, url, body }) => {
      if (!visible.test(header)) platformErrors.fail('MALFORMED')
      const hash = createHmac('sha256', hashKey).update(`${method} ${url}\n`).update(body)
      return {
        scope: `${user?.id ?? 'public'} ${method} ${path}`,
        key: header,
        fingerprint: hash.digest('base64url'),
        visitor: user ? null : visitorId,
      }
    },
    ids: (claim) => {
      if (!claim) return randomUUIDv7
      let count = 0
      return () => {
        const parts = [claim.scope, claim.key, claim.fingerprint, count++]
        return asUuid(createHmac('sha256', hashKey).update(parts.join('\n')).digest())
      }
    },
  }
}

/** Version 8 of RFC 9562: 122 bits of our own making. */
function asUuid(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x80
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
