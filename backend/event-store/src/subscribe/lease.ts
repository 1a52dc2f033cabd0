import type { ISql } from 'postgres'

/** A backend's right to run a subscription, which ends automatically unless it is renewed (docs/decisions/0011). */
export interface Lease {
  /** The subscription's name. */
  readonly name: string
  /** The backend, named anew at every start. */
  readonly owner: string
  /** The time that it holds without being renewed. */
  readonly ms: number
}

/** Another backend holds the lease now: what was handled under it here may be handled again there. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  constructor({ name }: Lease) {
    super(`Another backend took over the subscription ${name}`)
  }
}

/** Returns the checkpoint, or null while another backend holds the lease. */
export async function acquire(sql: ISql, { name, owner, ms }: Lease): Promise<number | null> {
  const [row] = await sql<{ position: number | string }[]>`
    update subscriptions set leased_by = ${owner}, leased_until = now() + ${ms}::int * interval '1 millisecond'
    where name = ${name} and (leased_by is null or leased_by = ${owner} or leased_until < now())
    returning position`
  return row ? Number(row.position) : null
}

/** Moves the checkpoint, and renews the lease. Throws LeaseLost where another backend has it, or has moved the checkpoint. */
export async function advance(sql: ISql, lease: Lease, from: number, to: number): Promise<void> {
  const moved = await sql`
    update subscriptions set position = ${to}, updated_at = now(),
      leased_until = now() + ${lease.ms}::int * interval '1 millisecond'
    where name = ${lease.name} and position = ${from} and leased_by = ${lease.owner}`
  if (moved.count !== 1) throw new LeaseLost(lease)
}

/** Keeps the lease for as long as a handler works, until the returned function is called or the signal is aborted. */
export function keepRenewing(sql: ISql, { name, owner, ms }: Lease, signal: AbortSignal): () => void {
  let renewing = false
  const renew = async () => {
    if (renewing) return
    renewing = true
    // The next renewal makes up for a failure. A lease that was lost shows when the checkpoint moves.
    await sql`
      update subscriptions set leased_until = now() + ${ms}::int * interval '1 millisecond'
      where name = ${name} and leased_by = ${owner}`.catch(() => {})
    renewing = false
  }
  const timer = setInterval(renew, ms / 3)
  const stop = () => {
    clearInterval(timer)
    signal.removeEventListener('abort', stop)
  }
  signal.addEventListener('abort', stop)
  return stop
}

/** Lets another backend acquire the lease at once. Where this fails, others wait until the lease has run out. */
export async function release(sql: ISql, { name, owner }: Lease): Promise<void> {
  await sql`
    update subscriptions set leased_by = null, leased_until = null
    where name = ${name} and leased_by = ${owner}`.catch(() => {})
}
