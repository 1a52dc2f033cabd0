import { createHmac, hkdfSync, randomUUIDv7 } from 'node:crypto'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Principal } from './http-route.ts'
import type { Claim } from './idempotency-rows.ts'

export interface RequestKeys {
  /** Returns the claim of the header's key for this request. Rejects a key that is not 1 to 200 visible characters. */
  claim(header: string, request: KeyedRequest): Claim
  /** Returns a maker of ids for new streams. A keyed request gets the same ids in the same order each time. */
  ids(claim: Claim | null): () => string
}

interface KeyedRequest {
  readonly user: Pick<Principal, 'id'> | null
  readonly visitorId: string | null
  readonly method: string
  readonly path: string
  /** Path with query. */
  readonly url: string
  readonly body: Buffer
}

const visibleCharacters = /^[\x21-\x7e]{1,200}$/

/**
 * Fingerprints are keyed hashes, because a body may be a password and little else. Visitors share one scope: the cookie
 * that would distinguish them is set by the very answer that a lost connection may have swallowed. A row names its
 * visitor instead (`isSameRequest` in idempotency.ts).
 */
export function requestKeys(secret: string): RequestKeys {
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'idempotent requests', 32))
  return {
    claim: (header, { user, visitorId, method, path, url, body }) => {
      if (!visibleCharacters.test(header)) platformErrors.fail('MALFORMED')
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
        const fields = [claim.scope, claim.key, claim.fingerprint, count++]
        return toUuid(createHmac('sha256', hashKey).update(fields.join('\n')).digest())
      }
    },
  }
}

/** Returns a UUID of version 8 (RFC 9562), whose 122 bits are the application's choice. */
function toUuid(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x80
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
