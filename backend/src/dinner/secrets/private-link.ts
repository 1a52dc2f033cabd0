import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@ultimate/events/dinner/slots/signup.ts'
import { EncryptJWT, jwtDecrypt } from 'jose'

const audience = 'dinner sign-ups'

/** Links that prove that the visitor who opens them received a mail to an address. */
export interface PrivateLinks {
  linkFor(email: string): Promise<string>
  /** The address, or null for what is no seal of ours. */
  open(seal: string): Promise<string | null>
  /** Stands for the address, in any case of letters, where the address itself may not be stored. */
  digestOf(email: string): string
}

/**
 * The address travels encrypted, so that a link reveals nothing, and nothing needs to be stored. It stands
 * behind a `#`: browsers send that to no server, so it gets into no log.
 */
export function privateLinks({ siteUrl, authSecret }: { siteUrl: string; authSecret: string }): PrivateLinks {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', 'private links of the dinner', 32))
  return {
    linkFor: async (email) => {
      const sealing = new EncryptJWT({ email }).setAudience(audience)
      const seal = await sealing.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
      return `${new URL('/dinner/signup', siteUrl)}#link=${seal}`
    },
    open: async (seal) => {
      const options = { audience, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      const opened = await jwtDecrypt(seal, key, options).catch(() => null)
      const email = opened?.payload.email
      return typeof email === 'string' ? email : null
    },
    digestOf: (email) => createHmac('sha256', key).update(emailKey(email)).digest('base64url'),
  }
}
