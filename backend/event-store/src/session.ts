import postgres, { type ISql, type Sql } from 'postgres'

/**
 * One connection of our own, beside the pool: for locks and transactions that must not outlive it.
 *
 * postgres.js opens a lost connection again automatically, also in the middle of `sql.begin`, whose callback goes on:
 * its later statements then run outside any transaction, one by one, and a statement that meets the moment of the loss
 * may never be answered at all. Here such work fails, at once.
 */
export interface DatabaseSession {
  /** Rejects when the connection is lost, even while `work` waits for something else. Each use of `connection` then throws. */
  steady<T>(work: (connection: ISql) => Promise<T>): Promise<T>
  /** `begin` may carry a mode: `begin isolation level repeatable read read only`. */
  transaction<T>(begin: string, work: (tx: ISql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface SessionEvents {
  readonly notified?: (payload: string) => void
}

export function openSession(pool: Sql, { notified }: SessionEvents = {}): DatabaseSession {
  let loss = Promise.withResolvers<never>()
  loss.promise.catch(() => {})
  const sql = connect(pool, {
    onclose: () => {
      loss.reject(new ConnectionLost())
      loss = Promise.withResolvers()
      loss.promise.catch(() => {})
    },
    onnotify: (_, payload) => notified?.(payload),
  })
  const steady: DatabaseSession['steady'] = (work) => {
    const { promise: lost } = loss
    const connection = guarded(sql, () => lost === loss.promise)
    return Promise.race([work(connection), lost])
  }
  return {
    steady,
    transaction: (begin, work) =>
      steady(async (tx) => {
        try {
          await tx.unsafe(begin)
          const result = await work(tx)
          await tx.unsafe('commit')
          return result
        } catch (error) {
          await tx.unsafe('rollback')
          throw error
        }
      }),
    close: () => sql.end({ timeout: 0 }),
  }
}

class ConnectionLost extends Error {
  /** postgres.js has codes of this form. */
  readonly code = 'CONNECTION_LOST'
  constructor() {
    super('The connection was lost in the middle of something')
  }
}

/** postgres.js does not declare `onnotify`, which it has for its own `listen`. */
interface Callbacks {
  readonly onclose: () => void
  readonly onnotify: (channel: string, payload: string) => void
}

function connect(pool: Sql, callbacks: Callbacks): Sql {
  const options = { ...pool.options, max: 1, idle_timeout: null, max_lifetime: null, ...callbacks }
  return postgres(options as unknown as postgres.Options<Record<string, never>>) as Sql
}

/** Every use checks first that the connection is still the one on which the work began. */
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
