import postgres, { type Options, type Sql } from 'postgres'

/** A reason not to start that a person can do something about. Its message is a sentence for people. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/**
 * `postgres(url)`, patched (docs/decisions/0005). It also understands libpq's `?host=/folder` for a Unix socket, and waits
 * five seconds for a connection where the address has no `connect_timeout`. A bigint is a number (positions and counts stay
 * far below 2^53; a larger one throws), and lists of texts may be parameters.
 *
 * It does not fetch the server's array types (`fetch_types`). postgres.js does so on every new connection and does not
 * handle a failure, so a connection that broke at that moment ended the process.
 */
export function connect(url: string, options: Options<Record<string, never>> = {}): Sql {
  requirePatch()
  const address = new URL(url)
  const [host, timeout] = [address.searchParams.get('host'), address.searchParams.get('connect_timeout')]
  address.searchParams.delete('host')
  return postgres(address.href, {
    onnotice: () => {},
    connect_timeout: Number(timeout ?? 5),
    // By default the pause before the next attempt grows to 20 seconds. Each connection of the pool counts as an attempt,
    // so that the longest pause follows at once when all of them are reset together.
    backoff: (attempts) => Math.min(0.02 * 2 ** attempts, 0.25),
    fetch_types: false,
    ...options,
    ...(host ? { host } : {}),
    types: { bigint: bigintAsNumber, texts },
  }) as unknown as Sql
}

/**
 * Without `patches/postgres+*.patch` postgres.js answers a query that was in flight on a reset connection as empty, or
 * with the rows of another query. The patch sets this mark.
 */
function requirePatch(): void {
  if ('connectionLoss' in postgres) return
  throw new CannotStart(
    'The package postgres is installed without the patch of this project, so that a lost connection would read as ' +
      '"no rows". Run npm ci without --ignore-scripts, or npx patch-package.',
  )
}

const bigintAsNumber = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit into a number`)
    return value
  },
}

const texts = {
  to: 1009,
  from: [],
  serialize: (list: readonly string[]) =>
    `{${list.map((text) => `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`,
  parse: (text: string) => text,
}
