import postgres, { type ISql, type Sql } from 'postgres'

/**
 * One connection of our own, beside the pool: for locks and transactions that must not outlive it.
 *
 * postgres.js opens a lost connection again by itself, also in the middle of `sql.begin`, whose callback goes on; its
 * later statements would then run outside any transaction, one by one. Here they fail instead.
 */
export interface Session {
  readonly sql: Sql
  /** `begin` may carry a mode: `begin isolation level repeatable read read only`. */
  transaction<T>(begin: string, work: (tx: ISql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface SessionEvents {
  readonly lost?: () => void
  readonly notified?: (payload: string) => void
}

export function openSession(pool: Sql, { lost, notified }: SessionEvents = {}): Session {
  let losses = 0
  const sql = connect(pool, {
    onclose: () => {
      losses++
      lost?.()
    },
    onnotify: (_, payload) => notified?.(payload),
  })
  return {
    sql,
    transaction: async (begin, work) => {
      const before = losses
      const isAlive = () => losses === before
      const tx = guarded(sql, isAlive)
      try {
        await tx.unsafe(begin)
        const result = await work(tx)
        await tx.unsafe('commit')
        return result
      } catch (error) {
        if (isAlive()) await sql.unsafe('rollback').catch(() => {})
        throw error
      }
    },
    close: () => sql.end({ timeout: 0 }),
  }
}

class ConnectionLost extends Error {
  /** In the manner of postgres.js. */
  readonly code = 'CONNECTION_LOST'
  constructor() {
    super('The connection was lost in the middle of a transaction')
  }
}

/** The second is one that postgres.js understands but does not declare: it uses it for its own `listen`. */
interface Callbacks {
  readonly onclose: () => void
  readonly onnotify: (channel: string, payload: string) => void
}

function connect(pool: Sql, callbacks: Callbacks): Sql {
  const options = { ...pool.options, max: 1, idle_timeout: null, max_lifetime: null, ...callbacks }
  return postgres(options as unknown as postgres.Options<Record<string, never>>) as Sql
}

/** Every use of the connection asks first whether it is still the one that the transaction began on. */
function guarded(sql: Sql, isAlive: () => boolean): ISql {
  const check = () => {
    if (!isAlive()) throw new ConnectionLost()
  }
  return new Proxy(sql, {
    apply: (target, self, values) => {
      check()
      return Reflect.apply(target, self, values)
    },
    get: (target, name) => {
      check()
      return Reflect.get(target, name)
    },
  })
}
