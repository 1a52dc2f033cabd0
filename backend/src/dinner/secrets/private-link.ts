import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import { firstEdition } from '@ultimate/events/language/edition.ts'
import { EncryptJWT, jwtDecrypt } from 'jose'

const audience = 'dinner sign-ups'

/** What a seal opens, or why it opens nothing: this site did not make it, its edition is over, or it was revoked. */
export type OpenedLink =
  | { readonly status: 'good'; readonly email: string; readonly edition: string; readonly generation: number }
  | { readonly status: 'invalid' | 'ended' | 'revoked' }

/** The domain error of what opens nothing. */
export const refusalOf = { invalid: 'INVALID_LINK', ended: 'LINK_ENDED', revoked: 'LINK_REVOKED' } as const

/** Links that prove that the visitor who opens them received a mail to an address. */
export interface PrivateLinks {
  linkFor(email: string): Promise<string>
  open(seal: string): Promise<OpenedLink>
  /** Stands for the address, in any case of letters, where the address itself may not be stored. */
  digestOf(email: string): string
}

export interface PrivateLinkFacts {
  readonly siteUrl: string
  readonly authSecret: string
  /** The present one. Links are for one edition and end with it. */
  readonly edition: string
  /** How often the links of an address were revoked in this edition. */
  readonly generationOf: (address: { readonly email: string; readonly digest: string }) => Promise<number>
}

/**
 * The address travels encrypted, so that a link reveals nothing, and only how many generations of links were revoked
 * is stored. It stands behind a `#`: browsers send that to no server, so it gets into no log.
 */
export function privateLinks({ siteUrl, authSecret, edition, generationOf }: PrivateLinkFacts): PrivateLinks {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', 'private links of the dinner', 32))
  const digestOf = (email: string) => createHmac('sha256', key).update(emailKey(email)).digest('base64url')
  const currentOf = (email: string) => generationOf({ email, digest: digestOf(email) })
  return {
    linkFor: async (email) => {
      const sealing = new EncryptJWT({ email, edition, generation: await currentOf(email) }).setAudience(audience)
      const seal = await sealing.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
      return `${new URL('/dinner/signup', siteUrl)}#link=${seal}`
    },
    open: async (seal) => {
      const options = { audience, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      const opened = await jwtDecrypt<Partial<Sealed>>(seal, key, options).catch(() => null)
      if (typeof opened?.payload.email !== 'string') return { status: 'invalid' }
      // As streams without a year in their name, links that were mailed before they named one are of the first edition.
      const { email, generation = 0, edition: of = firstEdition } = opened.payload
      if (of !== edition) return { status: 'ended' }
      return generation === (await currentOf(email))
        ? { status: 'good', email, edition, generation }
        : { status: 'revoked' }
    },
    digestOf,
  }
}

interface Sealed {
  readonly email: string
  readonly edition: string
  readonly generation: number
}
