import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Configuration } from '../../platform/configuration/configuration.ts'

/** Links that end messages of staff to one mailbox. They hold for as long as the secret. */
export interface UnsubscribeLinks {
  /** Returns the link to the page with the button. The token stands behind a `#`, which browsers send to no server. */
  pageFor(digest: string): string
  /** Returns the link that mail programs call when their user presses their button (RFC 8058). */
  callFor(digest: string): string
  /** Returns the digest of the mailbox; null for a token that this site did not sign. */
  open(token: string): string | null
}

/** A token names a mailbox by its digest, which is short, names no one, and stands signed in the link. */
export function unsubscribeLinks({
  siteUrl,
  authSecret,
}: Pick<Configuration, 'siteUrl' | 'authSecret'>): UnsubscribeLinks {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'unsubscribe from messages', 32))
  const sign = (digest: string) => createHmac('sha256', key).update(digest).digest('base64url').slice(0, 22)
  const tokenFor = (digest: string) => `${digest}.${sign(digest)}`
  return {
    pageFor: (digest) => `${new URL('/unsubscribe', siteUrl)}#token=${tokenFor(digest)}`,
    callFor: (digest) => `${new URL('/api/unsubscribe', siteUrl)}?token=${tokenFor(digest)}`,
    open: (token) => {
      const [digest = '', signature = ''] = token.split('.')
      const [sentSignature, rightSignature] = [Buffer.from(signature), Buffer.from(sign(digest))]
      return sentSignature.length === rightSignature.length && timingSafeEqual(sentSignature, rightSignature)
        ? digest
        : null
    },
  }
}
