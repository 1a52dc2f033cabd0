import { splitSocketUrl } from '@ultimate/embedded-postgres/socket-url.ts'
import postgres, { type Options, type Sql } from 'postgres'

/** A reason not to start that a person can do something about. Its message is a sentence for people. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/**
 * `postgres(url)`, patched (docs/decisions/0005), that also understands libpq's `?host=/folder` for a unix socket, with
 * the types we rely on: bigint as number (positions and counts stay far below 2^53; a larger one throws), and lists of
 * texts as parameters.
 *
 * It does not ask the server for its array types: postgres.js does so on every new connection without minding a
 * failure, so a connection that broke at that moment ended the process.
 */
export function connect(url: string, options: Options<Record<string, never>> = {}): Sql {
  requirePatch()
  const { address, options: socket } = splitSocketUrl(url)
  return postgres(address, {
    onnotice: () => {},
    connect_timeout: 5,
    // After an outage the next attempt comes soon, not after the 20 seconds of the default. Each connection of the pool
    // counts as an attempt, so the longest pause is what follows when all of them are reset at once.
    backoff: (attempts) => Math.min(0.02 * 2 ** attempts, 0.25),
    fetch_types: false,
    ...options,
    ...socket,
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
