import type { ISql } from 'postgres'
import { FencedOff } from '../commands.ts'
import type { Registry } from '../registry.ts'
import type { StoreReport } from '../report.ts'
import { areSame, collectDefinitions, type Definitions, readDefinitions } from './definitions.ts'

/**
 * Keeps a backend from writing rows that another release would fold otherwise. Every append carries the token that was
 * stored with this release's definitions. PostgreSQL declines the append if the log has another token by now.
 */
export interface Fence {
  /**
   * The token for appends, looked up when it is not known.
   * @throws FencedOff while another release holds the database
   */
  token(): Promise<number>
  /** Looks up whether another release holds the database; with `sql`, as that transaction sees it. */
  isFencedOff(sql?: ISql): Promise<boolean>
}

export function createFence(pool: ISql, registry: Registry, report: StoreReport): Fence {
  let own: Definitions | undefined
  let known: number | null = null
  let wasFencedOff = false
  const isFencedOff = async (sql = pool): Promise<boolean> => {
    const stored = await readDefinitions(sql)
    own ??= collectDefinitions(registry)
    const isOther = !areSame(stored, own)
    known = isOther ? null : stored.fencingToken
    if (isOther && !wasFencedOff)
      report.warn({}, 'Another release has taken over the database: this backend reads, but writes no more')
    wasFencedOff = isOther
    return isOther
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
