import type { ISql } from 'postgres'

/** Catalogs that hold samples of what stands in rows. */
const samples = ['pg_catalog.pg_statistic', 'pg_catalog.pg_statistic_ext_data'] as const

/**
 * Writes anew what still holds removed bytes: the tables, whose deleted rows stay in their files until then, the
 * samples that the planner takes of them, and the write-ahead log. Everything but the log of events itself, whose rows
 * are never changed. Each table is locked while it is written. Needs a superuser and no limit of time.
 *
 * Two steps, because the write-ahead log may only shrink behind a checkpoint: segments are removed instead of being
 * recycled with their old contents, as many as there are, until the one that is written to is a fresh one.
 */
export async function scrub(owner: ISql): Promise<void> {
  // The analysis replaces the samples of rows that are gone.
  for (const table of await rewritable(owner)) await owner.unsafe(`vacuum (full, analyze) ${table}`)
  for (const table of samples) await owner.unsafe(`vacuum (full) ${table}`)
  await owner.unsafe('alter system set wal_recycle = off')
  try {
    await owner`select pg_reload_conf()`
    await settingHolds(owner)
    await replaceSegments(owner)
  } finally {
    await owner.unsafe('alter system reset wal_recycle')
    await owner`select pg_reload_conf()`
  }
}

/** Processes take a setting over when they get to it; this session stands for the one that checkpoints. */
async function settingHolds(owner: ISql): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const [row] = await owner<{ value: string }[]>`select current_setting('wal_recycle') as value, pg_sleep(0.05)::text`
    if (row?.value === 'off') return
  }
}

async function rewritable(owner: ISql): Promise<string[]> {
  const rows = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'events' order by relname`
  return rows.map(({ name }) => name)
}

async function replaceSegments(owner: ISql): Promise<void> {
  await owner.unsafe('checkpoint')
  const before = await segments(owner)
  for (let left = before.length; left >= 0; left--) {
    // A segment without a record is not switched away from.
    await owner`select pg_logical_emit_message(true, 'scrub', '')`
    await owner`select pg_switch_wal()`
  }
  await owner`select pg_logical_emit_message(true, 'scrub', '')`
  // The second one removes what the first one still needed.
  await owner.unsafe('checkpoint')
  await owner.unsafe('checkpoint')
  const left = (await segments(owner)).filter((name) => before.includes(name))
  if (left.length > 0) throw new Error(`The write-ahead log still holds ${left.join(', ')}`)
}

async function segments(owner: ISql): Promise<string[]> {
  const rows = await owner<{ name: string }[]>`select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`
  return rows.map(({ name }) => name)
}
