import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, inParallel, nothingFound } from '../attack.ts'
import { startBackend, tdPassword } from '../backend-process.ts'

/** Of every 248 sign-ins 48 are right ones, each from a device of its own on which the TD has signed in before. */
const countRight = (count: number) => Math.round((count * 48) / 248)

interface Answered {
  readonly isRight: boolean
  readonly status: number
}

/**
 * Wrong passwords for the TD's name, all at the same moment, from the TD's own network and from many others: more than
 * the hashing queue holds. The TD's known devices, which sign in meanwhile, must not notice.
 */
export const signIns: Attack = {
  name: 'sign-ins',
  fullCount: 248,
  async run({ databaseUrl, count }) {
    const database = await freshDatabase(databaseUrl)
    const backend = await startBackend({ DATABASE_URL: database.url, TRUST_PROXY: 'true' })
    try {
      const right = countRight(count)
      const devices = await inParallel(Array.from({ length: right }), 4, () => knownDevice(backend.origin))
      const wrong = Array.from({ length: count - right }, (_, index) =>
        signIn(backend.origin, { address: index % 3 ? `198.51.100.${index % 250}` : home, password: `guess ${index}` }),
      )
      const known = devices.map((cookie) => signIn(backend.origin, { address: home, password: tdPassword, cookie }))
      const answers = [
        ...(await Promise.all(wrong)).map(({ status }): Answered => ({ isRight: false, status })),
        ...(await Promise.all(known)).map(({ status }): Answered => ({ isRight: true, status })),
      ]
      const passed = answers.filter(({ isRight, status }) => isRight && status === 200).length
      return {
        ...nothingFound,
        tried: answers.length,
        lost: right - passed,
        leaked: answers.filter(({ isRight, status }) => !isRight && status === 200).length,
        wrong: answers.filter(({ isRight, status }) => !isRight && status !== 401 && status !== 429).length,
        serverErrors: answers.filter(({ status }) => status >= 500).length,
        note: `${passed} of ${right} known devices passed`,
      }
    } finally {
      await backend.remove()
      await database.drop()
    }
  },
}

const home = '203.0.113.7'

interface Credentials {
  readonly address: string
  readonly password: string
  readonly cookie?: string
}

function signIn(origin: string, { address, password, cookie }: Credentials): Promise<Response> {
  return fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify({ username: 'td', password }),
  })
}

async function knownDevice(origin: string): Promise<string> {
  const response = await signIn(origin, { address: home, password: tdPassword })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('device='))
  if (!cookie) throw new Error(`Signing in was answered ${response.status} without a cookie`)
  return cookie.split(';', 1)[0] ?? ''
}
