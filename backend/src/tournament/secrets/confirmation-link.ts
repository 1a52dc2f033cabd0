import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

const audience = 'confirm the address of a bid'
/** How long a link is good, from the moment it is mailed. */
const lifetimeSeconds = 48 * 60 * 60

/** What a link says: which bid was mailed about, and whether that was too long ago. */
export interface OpenedLink {
  readonly teamId: string
  readonly isExpired: boolean
}

/** Links that prove that the visitor who opens them received the mail about a bid. */
export interface ConfirmationLinks {
  linkFor(teamId: string, now: Date): Promise<string>
  /** Null for what was not signed here, or for something else. */
  open(token: string, now: Date): Promise<OpenedLink | null>
}

/** The token stands behind a `#`: browsers send that to no server, so it gets into no log. */
export function confirmationLinks({ siteUrl, authSecret }: { siteUrl: string; authSecret: string }): ConfirmationLinks {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', audience, 32))
  return {
    linkFor: async (teamId, now) => {
      const until = Math.floor(now.getTime() / 1000) + lifetimeSeconds
      const signing = new SignJWT().setSubject(teamId).setAudience(audience).setExpirationTime(until)
      const token = await signing.setProtectedHeader({ alg: 'HS256' }).sign(key)
      return `${new URL('/registration/confirm', siteUrl)}#token=${token}`
    },
    open: async (token, now) => {
      const options = { audience, algorithms: ['HS256'], requiredClaims: ['sub', 'exp'], currentDate: now }
      try {
        const { payload } = await jwtVerify(token, key, options)
        return { teamId: payload.sub ?? '', isExpired: false }
      } catch (error) {
        // The signature of a token that is only too old was good.
        if (error instanceof errors.JWTExpired) return { teamId: error.payload.sub ?? '', isExpired: true }
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
