import { createHmac, hkdfSync } from 'node:crypto'
import { emailKey } from '@ultimate/events/dinner/slot.ts'
import { firstEdition } from '@ultimate/events/language/edition.ts'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Sql } from 'postgres'
import { volunteerStream } from '../write/private-link.decider.ts'

const audience = 'dinner sign-ups'

/** The result of opening a seal, the encrypted end of a link. `invalid`: this site did not make it. `ended`: its edition is over. */
export type OpenedLink =
  | { readonly status: 'good'; readonly email: string; readonly edition: string; readonly generation: number }
  | { readonly status: 'invalid' | 'ended' | 'revoked' }

/** The code of the domain error by the status of a link that opens nothing. */
export const linkErrors = { invalid: 'INVALID_LINK', ended: 'LINK_ENDED', revoked: 'LINK_REVOKED' } as const

/** Links that prove that the visitor who opens them received a mail to an address. */
export interface PrivateLinks {
  linkFor(email: string): Promise<string>
  open(seal: string): Promise<OpenedLink>
  /**
   * Returns the address that a link was mailed to; null if it was revoked or not made here. Links of earlier editions
   * count too, so that their owners can still ask to be forgotten.
   */
  findOwner(seal: string): Promise<string | null>
  /** Returns a text that stands for an address where that may not be stored. The case of letters does not matter. */
  computeDigest(email: string): string
}

/** Names the links of one address in one edition. */
export interface LinkAddress {
  readonly email: string
  readonly digest: string
  readonly edition: string
}

export interface PrivateLinkFacts {
  readonly siteUrl: string
  readonly authSecret: string
  /** The current edition. Links are for one edition and end with it. */
  readonly current: { readonly edition: string }
  /** Returns the number of times that the links of an address were revoked in an edition. */
  readonly readGeneration: (address: LinkAddress) => Promise<number>
}

/**
 * Makes and opens private links: `https://…/dinner/signup#link=<seal>`. The seal is the encrypted address, so no link has
 * to be stored. Browsers send to no server what stands behind a `#`, so the seal gets into no log.
 */
export function privateLinks({ siteUrl, authSecret, current, readGeneration }: PrivateLinkFacts): PrivateLinks {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', 'private links of the dinner', 32))
  const computeDigest = (email: string) => createHmac('sha256', key).update(emailKey(email)).digest('base64url')
  const readCurrentGeneration = (email: string, edition: string) =>
    readGeneration({ email, digest: computeDigest(email), edition })
  const unseal = async (seal: string): Promise<Sealed | null> => {
    const options = { audience, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
    const opened = await jwtDecrypt<Partial<Sealed>>(seal, key, options).catch(() => null)
    if (typeof opened?.payload.email !== 'string') return null
    // Old links without an edition are of the first one, as streams without a year in their name are.
    const { email, generation = 0, edition = firstEdition } = opened.payload
    return { email, generation, edition }
  }
  const isRevoked = async ({ email, generation, edition }: Sealed) =>
    generation !== (await readCurrentGeneration(email, edition))
  return {
    linkFor: async (email) => {
      const { edition } = current
      const sealing = new EncryptJWT({
        email,
        edition,
        generation: await readCurrentGeneration(email, edition),
      }).setAudience(audience)
      const seal = await sealing.setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key)
      return `${new URL('/dinner/signup', siteUrl)}#link=${seal}`
    },
    open: async (seal) => {
      const sealed = await unseal(seal)
      if (!sealed) return { status: 'invalid' }
      if (sealed.edition !== current.edition) return { status: 'ended' }
      return (await isRevoked(sealed)) ? { status: 'revoked' } : { status: 'good', ...sealed }
    },
    findOwner: async (seal) => {
      const sealed = await unseal(seal)
      return sealed && !(await isRevoked(sealed)) ? sealed.email : null
    },
    computeDigest,
  }
}

interface Sealed {
  readonly email: string
  readonly edition: string
  readonly generation: number
}

/**
 * Returns the generation of the valid private links of an address in an edition. Searches by digest and by address: a
 * forgotten person leaves only the digest, and a change of the secret leaves only the address.
 */
export async function readLinkGeneration(sql: Sql, { email, digest, edition }: LinkAddress): Promise<number> {
  const [row] = await sql<{ generation: number }[]>`
    select coalesce(max(generation), 0)::int as generation from dinner_volunteer_links
    where edition = ${edition} and (id = ${volunteerStream(digest, edition)} or email_key = ${emailKey(email)})`
  return row?.generation ?? 0
}
