import { createHmac, hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

const audience = 'correct or withdraw a bid'

/** The contents of a link. It opens the bid as long as that has the address to which the link was mailed. */
export interface OpenedBidLink {
  readonly teamId: string
  /** Null in links that were mailed before they named one. */
  readonly edition: string | null
  /** 0 in links that were mailed before they named one. */
  readonly generation: number
  readonly isMailedTo: (address: string) => boolean
}

/**
 * Private links by which a captain corrects or withdraws a bid. They hold until the edition ends, the bid gets another
 * address, or they are revoked.
 */
export interface OwnBidLinks {
  /** Returns a link to the page of the bid. */
  linkFor(bid: MailedTo): Promise<string>
  /** Returns a link to the page of the team's games. It gives the same rights as the link to the bid. */
  teamLinkFor(bid: MailedTo): Promise<string>
  /** Null for what was not signed here, or for something else. */
  open(token: string): Promise<OpenedBidLink | null>
}

interface MailedTo {
  readonly teamId: string
  readonly address: string
}

export interface OwnBidLinkFacts {
  readonly siteUrl: string
  readonly authSecret: string
  /** The edition of a bid and the generation of its links, as they are now. */
  readonly readLink: (teamId: string) => Promise<{ readonly edition: string; readonly generation: number } | null>
}

/**
 * No link is stored, only how many generations of them were revoked. The token holds a digest of the address, and stands
 * behind a `#`, which browsers send to no server.
 */
export function ownBidLinks({ siteUrl, authSecret, readLink }: OwnBidLinkFacts): OwnBidLinks {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', audience, 32))
  const tokenFor = async ({ teamId, address }: MailedTo): Promise<string> => {
    const signing = new SignJWT({ mailbox: computeDigest(key, address), ...(await readLink(teamId)) })
      .setSubject(teamId)
      .setAudience(audience)
    return signing.setProtectedHeader({ alg: 'HS256' }).sign(key)
  }
  return {
    linkFor: async (bid) => `${new URL('/registration/bid', siteUrl)}#token=${await tokenFor(bid)}`,
    teamLinkFor: async (bid) => `${new URL('/my-team', siteUrl)}#${await tokenFor(bid)}`,
    open: async (token) => {
      try {
        const options = { audience, algorithms: ['HS256'], requiredClaims: ['sub', 'mailbox'] }
        const { payload } = await jwtVerify(token, key, options)
        const { sub = '', mailbox, edition, generation } = payload as typeof payload & Claims
        return {
          teamId: sub,
          edition: edition ?? null,
          generation: generation ?? 0,
          isMailedTo: (address) => mailbox === computeDigest(key, address),
        }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

/** Stands for an address in a link, which must not show it. */
export const computeDigest = (key: Uint8Array, address: string): string =>
  createHmac('sha256', key).update(address.toLowerCase()).digest('base64url').slice(0, 22)

/** The claims of a token that this site signed. */
interface Claims {
  readonly mailbox: string
  readonly edition?: string
  readonly generation?: number
}
