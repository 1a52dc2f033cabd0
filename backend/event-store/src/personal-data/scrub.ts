import type { ISql } from 'postgres'

/** Catalogs that hold samples of what stands in rows. */
const samples = ['pg_catalog.pg_statistic', 'pg_catalog.pg_statistic_ext_data'] as const

/**
 * Writes anew what still holds removed bytes: the tables, whose files hold deleted rows until then, the planner's samples
 * of them, and the write-ahead log. Leaves out `events`, whose rows are never changed. Each table is locked while it is
 * written. Needs a superuser and no limit of time.
 *
 * Recycled segments of the write-ahead log keep their old contents. So recycling is off until a checkpoint has removed
 * every segment that there was.
 */
export async function scrub(owner: ISql): Promise<void> {
  // The analysis replaces the samples of rows that are gone.
  for (const table of await listRewritable(owner)) await owner.unsafe(`vacuum (full, analyze) ${table}`)
  for (const table of samples) await owner.unsafe(`vacuum (full) ${table}`)
  await owner.unsafe('alter system set wal_recycle = off')
  try {
    await owner`select pg_reload_conf()`
    await waitForSetting(owner)
    await replaceSegments(owner)
  } finally {
    await owner.unsafe('alter system reset wal_recycle')
    await owner`select pg_reload_conf()`
  }
}

/** Each process reads the new setting a little later. This session stands for the process that checkpoints. */
async function waitForSetting(owner: ISql): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const [row] = await owner<{ value: string }[]>`select current_setting('wal_recycle') as value, pg_sleep(0.05)::text`
    if (row?.value === 'off') return
  }
}

async function listRewritable(owner: ISql): Promise<string[]> {
  const rows = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'events' order by relname`
  return rows.map(({ name }) => name)
}

async function replaceSegments(owner: ISql): Promise<void> {
  await owner.unsafe('checkpoint')
  const before = await listSegments(owner)
  for (let switches = 0; switches <= before.length; switches++) {
    // PostgreSQL leaves a segment only if it has a record.
    await owner`select pg_logical_emit_message(true, 'scrub', '')`
    await owner`select pg_switch_wal()`
  }
  await owner`select pg_logical_emit_message(true, 'scrub', '')`
  // The second one removes what the first one still needed.
  await owner.unsafe('checkpoint')
  await owner.unsafe('checkpoint')
  const left = (await listSegments(owner)).filter((name) => before.includes(name))
  if (left.length > 0) throw new Error(`The write-ahead log still holds ${left.join(', ')}`)
}

async function listSegments(owner: ISql): Promise<string[]> {
  const rows = await owner<{ name: string }[]>`select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`
  return rows.map(({ name }) => name)
}
