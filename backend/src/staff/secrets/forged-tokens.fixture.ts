import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

/** The material for forging: a good token, the secret that signed it, and the present time. */
export interface Workshop {
  readonly token: string
  readonly secret: string
  readonly now: Date
}

export interface Forgery {
  readonly token: string
  readonly code: 'INVALID_SIGNATURE' | 'TOKEN_EXPIRED' | 'USER_REMOVED' | 'TOKEN_REVOKED'
}

/** `n` picks one of many of a kind. */
type Forge = (workshop: Workshop, n: number) => Forgery

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const splitToken = (token: string) => token.split('.') as [header: string, payload: string, signature: string]
const parseClaims = (token: string) => JSON.parse(Buffer.from(splitToken(token)[1], 'base64url').toString())
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

const header = { alg: 'HS256', typ: 'JWT' }
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()

function hmac(head: object, claims: object, secret: string, hash = 'sha256'): string {
  const signed = `${encode(head)}.${encode(claims)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}

const invalid = (token: string): Forgery => ({ token, code: 'INVALID_SIGNATURE' })

/** A claim that our own secret signed, as a leaked backup of an older program could hold it. */
const signedWith =
  (values: readonly object[], code: Forgery['code'] = 'INVALID_SIGNATURE'): Forge =>
  ({ token, secret }, n) => ({ token: hmac(header, { ...parseClaims(token), ...pick(values, n) }, secret), code })

/** Every way to come by a token that is not good, by name. */
export const forgeries: Readonly<Record<string, Forge>> = {
  'no algorithm, no signature': ({ token }, n) => {
    const alg = pick(['none', 'None', 'NONE', 'nOnE', '', null, undefined], n)
    return invalid(`${encode({ alg, typ: 'JWT' })}.${splitToken(token)[1]}.`)
  },
  'no algorithm, the old signature': ({ token }, n) =>
    invalid(`${encode({ alg: pick(['none', 'NONE'], n) })}.${splitToken(token)[1]}.${splitToken(token)[2]}`),
  'a public key taken for a shared secret': ({ token }) => invalid(hmac(header, parseClaims(token), publicKey)),
  'a signature of another kind': ({ token }, n) => {
    const signed = `${encode({ alg: pick(['RS256', 'HS256', 'PS256'], n), typ: 'JWT' })}.${splitToken(token)[1]}`
    return invalid(`${signed}.${sign('sha256', Buffer.from(signed), rsa.privateKey).toString('base64url')}`)
  },
  'a key brought along': ({ token }, n) => {
    const brought = pick(
      [{ jwk: rsa.publicKey.export({ format: 'jwk' }) }, { jku: 'http://127.0.0.1:9/' }, { kid: '../../dev/null' }],
      n,
    )
    return invalid(hmac({ ...header, ...brought }, parseClaims(token), 'brought along'))
  },
  'a header that must be understood': ({ token, secret }) =>
    invalid(hmac({ ...header, crit: ['exp'], b64: false }, parseClaims(token), secret)),
  'a longer digest of our secret': ({ token, secret }, n) => {
    const [alg, hash] = pick(
      [
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
      ] as const,
      n,
    )
    return invalid(hmac({ alg, typ: 'JWT' }, parseClaims(token), secret, hash))
  },
  'another secret': ({ token, secret }, n) =>
    invalid(
      hmac(header, parseClaims(token), pick(['', 'secret', `${secret} `, secret.slice(1), secret.toUpperCase()], n)),
    ),
  'claims exchanged under the old signature': ({ token }, n) => {
    const claims = { ...parseClaims(token), ...pick([{ sub: randomUUID() }, { exp: 9_999_999_999 }, { gen: 1 }], n) }
    return invalid(`${splitToken(token)[0]}.${encode(claims)}.${splitToken(token)[2]}`)
  },
  'a role raised under the old signature': ({ token }, n) => {
    const claims = { ...parseClaims(token), ...pick([{ role: 'TD' }, { admin: true }, { user: { role: 'TD' } }], n) }
    return invalid(`${splitToken(token)[0]}.${encode(claims)}.${splitToken(token)[2]}`)
  },
  'one letter changed': ({ token }, n) => {
    const at = (n * 7919) % token.length
    if (token[at] === '.') return invalid(`${token.slice(0, at)}${token.slice(at + 1)}`)
    return invalid(`${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`)
  },
  'cut short': ({ token }, n) => invalid(token.slice(0, 1 + ((n * 31) % (token.length - 1)))),
  'dots doubled or moved': ({ token }, n) => {
    const [head, payload, signature] = splitToken(token)
    const spellings = [`${head}..${payload}.${signature}`, `${token}.`, `.${token}`, `${token}.${signature}`]
    return invalid(
      pick([...spellings, `${head}${payload}.${signature}`, `${head}.${payload}${signature}`, '..', '.'], n),
    )
  },
  'another encoding': ({ token }, n) => {
    const [head, payload, signature] = splitToken(token)
    const bytes = Buffer.from(signature, 'base64url')
    const twin = `${signature.slice(0, -1)}${pick(listTwins(signature.slice(-1)), n)}`
    const signatures = [`${signature}=`, bytes.toString('hex'), encodeURIComponent(bytes.toString('base64')), twin]
    return invalid(pick([...signatures.map((it) => `${head}.${payload}.${it}`), encodeURIComponent(`${token} `)], n))
  },
  garbage: (_, n) =>
    invalid(pick(['garbage', 'null', '{}', '[]', 'undefined', "'--", '<script>', '%00', '../../etc/passwd', '0'], n)),
  'letters beyond ASCII': ({ token }, n) =>
    invalid(Buffer.from(pick([`${token}é`, 'é.ü.ß', `ﬁ${token}`, '🥏.🥏.🥏', `${token}\u202e`], n)).toString('latin1')),
  'far too long': ({ token }, n) => invalid(`${token}${'A'.repeat(1000 * (1 + (n % 7)))}`),
  'claims that are no object': ({ secret }, n) => {
    const claims = pick<unknown>([null, [], 'td', 7, true], n)
    return invalid(hmac(header, claims as object, secret))
  },
  'a claim missing': signedWith([
    { sub: undefined },
    { exp: undefined },
    { gen: undefined },
    { iss: undefined },
    { aud: undefined },
  ]),
  'a claim of another sort': signedWith([
    ...[{ sub: 'td' }, { sub: "x' or 1=1 --" }, { sub: 7 }, { sub: [randomUUID()] }, { sub: null }],
    ...[{ exp: 'never' }, { exp: null }, { gen: '0' }, { gen: null }, { gen: {} }, { gen: true }],
    ...[{ iss: 'elsewhere' }, { aud: 'visitors' }, { aud: ['visitors'] }, { aud: null }],
  ]),
  'not yet valid': ({ token, secret, now }, n) =>
    invalid(hmac(header, { ...parseClaims(token), nbf: now.getTime() / 1000 + 60 * (1 + n) }, secret)),
  expired: ({ token, secret, now }, n) => {
    const exp = Math.floor(now.getTime() / 1000) - 1 - n * 3600
    return { token: hmac(header, { ...parseClaims(token), exp }, secret), code: 'TOKEN_EXPIRED' }
  },
  'expired, and forged': ({ token }, n) => invalid(hmac(header, { ...parseClaims(token), exp: n }, 'another secret')),
  'a user who never was': ({ token, secret }) => ({
    token: hmac(header, { ...parseClaims(token), sub: randomUUID() }, secret),
    code: 'USER_REMOVED',
  }),
  'a generation that is not the present one': signedWith(
    [{ gen: 1 }, { gen: -1 }, { gen: 0.5 }, { gen: 1e300 }],
    'TOKEN_REVOKED',
  ),
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The last letter of 32 bytes holds two bits that mean nothing: four letters stand for the same bytes. */
function listTwins(letter: string): string[] {
  const first = alphabet.indexOf(letter) & ~3
  return [0, 1, 2, 3].map((bits) => alphabet[first + bits] ?? '').filter((twin) => twin !== letter)
}
