import { hkdfSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { computeDigest } from './own-bid-link.ts'

const audience = 'confirm the address of a bid'
/** The time that a link is valid, from the moment it is mailed. */
const lifetimeSeconds = 48 * 60 * 60

/** The contents of a link: the bid that the mail was about; expired if that was too long ago. */
export interface OpenedLink {
  readonly teamId: string
  readonly isExpired: boolean
  /** True of links that were mailed before they named their mailbox. */
  readonly isMailedTo: (address: string) => boolean
}

/** Links that prove that the visitor who opens them received the mail about a bid. */
export interface ConfirmationLinks {
  linkFor(bid: { readonly teamId: string; readonly address: string }, now: Date): Promise<string>
  /** Null for what was not signed here, or for something else. */
  open(token: string, now: Date): Promise<OpenedLink | null>
}

/** The token stands behind a `#`: browsers send that to no server, so it gets into no log. */
export function confirmationLinks({ siteUrl, authSecret }: { siteUrl: string; authSecret: string }): ConfirmationLinks {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', audience, 32))
  const openedBy = ({ sub: teamId = '', mailbox }: JWTPayload, isExpired: boolean): OpenedLink => ({
    teamId,
    isExpired,
    isMailedTo: (address) => mailbox === undefined || mailbox === computeDigest(key, address),
  })
  return {
    linkFor: async ({ teamId, address }, now) => {
      const until = Math.floor(now.getTime() / 1000) + lifetimeSeconds
      const signing = new SignJWT({ mailbox: computeDigest(key, address) }).setSubject(teamId).setAudience(audience)
      const token = await signing.setExpirationTime(until).setProtectedHeader({ alg: 'HS256' }).sign(key)
      return `${new URL('/registration/confirm', siteUrl)}#token=${token}`
    },
    open: async (token, now) => {
      const options = { audience, algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], currentDate: now }
      try {
        const { payload } = await jwtVerify(token, key, options)
        return openedBy(payload, false)
      } catch (error) {
        // The signature of a token that is only too old was good.
        if (error instanceof errors.JWTExpired) return openedBy(error.payload, true)
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
