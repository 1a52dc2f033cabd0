import type { ISql } from 'postgres'
import { FencedOff } from '../commands.ts'
import type { Registry } from '../registry.ts'
import type { StoreReport } from '../report.ts'
import { areSame, collectDefinitions, type Definitions, readDefinitions } from './definitions.ts'

/**
 * Keeps a backend from writing rows that another release would fold otherwise. Every append carries the token that was
 * found beside this release's own definitions; PostgreSQL declines one that is not today's.
 */
export interface Fence {
  /**
   * The token of today, looked up when it is not known.
   * @throws FencedOff while another release holds the database
   */
  token(): Promise<number>
  /** Resolves to true while another release holds the database, looked up now; over `sql` where that sees more. */
  isFencedOff(sql?: ISql): Promise<boolean>
}

export function createFence(pool: ISql, registry: Registry, report: StoreReport): Fence {
  let own: Definitions | undefined
  let known: number | null = null
  let isOut = false
  const isFencedOff = async (sql = pool): Promise<boolean> => {
    const stored = await readDefinitions(sql)
    own ??= collectDefinitions(registry)
    const wasOut = isOut
    isOut = !areSame(stored, own)
    known = isOut ? null : stored.fencingToken
    if (isOut && !wasOut)
      report.warn({}, 'Another release has taken over the database: this backend reads, but writes no more')
    return isOut
  }
  return {
    token: async () => {
      if (known === null) await isFencedOff()
      if (known === null) throw new FencedOff()
      return known
    },
    isFencedOff,
  }
}
