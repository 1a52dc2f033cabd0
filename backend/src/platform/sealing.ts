import type { EventStore } from '@ultimate/event-store/event-store.ts'
import { type NoteSigner, noteSigner, sealer } from '@ultimate/transparency-log/transparency-log.ts'
import type { Sql } from 'postgres'
import type { Clock } from './clock.ts'

/** The key of the log, whose name shows whose log it is. `logKey` is the private key, as in the settings. */
export const logSigner = (logKey: string): NoteSigner => noteSigner('thanksgiving-ultimate/log', logKey)

interface Sealing {
  readonly sql: Sql
  readonly logKey: string
  readonly clock: Clock
  /** The time that the sealer rests between two batches. */
  readonly restMs?: number
}

/** Follows the log until the store is closed: appends each event to the Merkle tree, and signs its heads. */
export function sealLog(store: Pick<EventStore, 'follow'>, { sql, logKey, clock, restMs = 1_000 }: Sealing): void {
  const seal = sealer({ sql, signer: logSigner(logKey), clock, restMs })
  store.follow(seal, 'New events could not be sealed; it tries again')
}
