import { platformErrors } from '@ultimate/events/platform/api.ts'
import { errors, jwtVerify, SignJWT } from 'jose'

/** The content of a token: its user, and the generation of this user's tokens that it belongs to. */
export interface TokenClaims {
  readonly userId: string
  readonly generation: number
  /** Null in tokens of a release that knew no sessions. */
  readonly session: string | null
}

const algorithm = 'HS256'
const issuer = 'thanksgiving-ultimate'
const audience = 'staff'
const lifetimeSeconds = 7 * 24 * 60 * 60

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Ours have about 300 characters. */
const maxTokenLength = 1_000

/** Decoders overlook padding and spare bits; a token of ours has one spelling. */
const isPlain = (token: string): boolean =>
  token.length <= maxTokenLength &&
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)

/** More than there are devices of staff; beyond that, those that are used are verified again. */
const maxVerified = 1_000

export function createTokens(secret: string) {
  const key = new TextEncoder().encode(secret)
  /** The claims of a token never change, so its signature is verified once. */
  const verified = new Map<string, { readonly claims: TokenClaims; readonly expiresMs: number }>()
  return {
    issue({ userId, generation, session }: TokenClaims, now: Date): Promise<string> {
      const issuedAt = Math.floor(now.getTime() / 1000)
      return new SignJWT({ gen: generation, ...(session !== null && { sid: session }) })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key)
    },

    /**
     * Throws the domain errors TOKEN_EXPIRED and INVALID_SIGNATURE; the latter for everything that this secret did not
     * sign as a token of ours, be it garbage, another algorithm or a signature from elsewhere.
     */
    async verify(token: string, now: Date): Promise<TokenClaims> {
      const cached = verified.get(token)
      if (cached && now.getTime() < cached.expiresMs) return cached.claims
      if (!isPlain(token)) return platformErrors.fail('INVALID_SIGNATURE')
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: now,
        requiredClaims: ['sub', 'gen', 'exp'],
      }).catch((error: unknown) => {
        if (error instanceof errors.JWTExpired) return platformErrors.fail('TOKEN_EXPIRED')
        if (error instanceof errors.JOSEError) return platformErrors.fail('INVALID_SIGNATURE')
        throw error
      })
      const { sub, gen, exp = 0, sid = null } = payload
      // A good signature proves nothing about the claims, so their form is checked.
      if (typeof sub !== 'string' || !uuid.test(sub) || typeof gen !== 'number')
        return platformErrors.fail('INVALID_SIGNATURE')
      if (sid !== null && (typeof sid !== 'string' || !uuid.test(sid))) return platformErrors.fail('INVALID_SIGNATURE')
      const claims = { userId: sub, generation: gen, session: sid }
      if (verified.size >= maxVerified) verified.clear()
      verified.set(token, { claims, expiresMs: exp * 1000 })
      return claims
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
