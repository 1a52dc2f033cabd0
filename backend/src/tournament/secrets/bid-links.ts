import { createHmac, hkdfSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

const audience = 'correct or withdraw a bid'

/** The contents of a private link. It opens the bid as long as the bid has the address to which the link was mailed. */
interface OpenedBidLink {
  readonly teamId: string
  /** Null in the oldest links, which name no edition. */
  readonly edition: string | null
  /** 0 in the oldest links, which name no generation. */
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
  /** Null for a token that this site did not sign, or signed for another purpose. */
  open(token: string): Promise<OpenedBidLink | null>
}

interface MailedTo {
  readonly teamId: string
  readonly address: string
}

interface OwnBidLinkFacts {
  readonly siteUrl: string
  readonly authSecret: string
  /** Reads the edition of a bid and the current generation of its links. */
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

/** A link holds this digest, because it must not show the address. */
const computeDigest = (key: Uint8Array, address: string): string =>
  createHmac('sha256', key).update(address.toLowerCase()).digest('base64url').slice(0, 22)

/** The claims of a token that this site signed. */
interface Claims {
  readonly mailbox: string
  readonly edition?: string
  readonly generation?: number
}

const confirmationAudience = 'confirm the address of a bid'
const confirmationLifetimeSeconds = 48 * 60 * 60

/** The contents of a confirmation link. */
export interface OpenedLink {
  readonly teamId: string
  readonly isExpired: boolean
  /** Always true for the oldest links, which name no mailbox. */
  readonly isMailedTo: (address: string) => boolean
}

/** Links that prove that the visitor who opens them received the mail about a bid. */
export interface ConfirmationLinks {
  linkFor(bid: { readonly teamId: string; readonly address: string }, now: Date): Promise<string>
  /** Null for a token that this site did not sign, or signed for another purpose. */
  open(token: string, now: Date): Promise<OpenedLink | null>
}

/** The token stands behind a `#`, which browsers send to no server, so that it gets into no log. */
export function confirmationLinks({ siteUrl, authSecret }: { siteUrl: string; authSecret: string }): ConfirmationLinks {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', confirmationAudience, 32))
  const openedBy = ({ sub: teamId = '', mailbox }: JWTPayload, isExpired: boolean): OpenedLink => ({
    teamId,
    isExpired,
    isMailedTo: (address) => mailbox === undefined || mailbox === computeDigest(key, address),
  })
  return {
    linkFor: async ({ teamId, address }, now) => {
      const until = Math.floor(now.getTime() / 1000) + confirmationLifetimeSeconds
      const signing = new SignJWT({ mailbox: computeDigest(key, address) })
        .setSubject(teamId)
        .setAudience(confirmationAudience)
      const token = await signing.setExpirationTime(until).setProtectedHeader({ alg: 'HS256' }).sign(key)
      return `${new URL('/registration/confirm', siteUrl)}#token=${token}`
    },
    open: async (token, now) => {
      const options = {
        audience: confirmationAudience,
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'exp'],
        currentDate: now,
      }
      try {
        const { payload } = await jwtVerify(token, key, options)
        return openedBy(payload, false)
      } catch (error) {
        // The signature was checked before the expiry, so it is valid.
        if (error instanceof errors.JWTExpired) return openedBy(error.payload, true)
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
