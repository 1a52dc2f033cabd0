import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import { formatArray } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { ISql } from 'postgres'
import { type GrowingTree, growingTree, type Hash, type ReadHashes, readEdges, type StoredHash } from './merkle-tree.ts'

/** The sealed part of the log: the number of its events, and the position of the last one. */
export interface Sealed {
  readonly size: number
  readonly position: number
}

export async function readSealed(sql: ISql): Promise<Sealed> {
  const [row] = await sql<{ size: number | string; position: number | string }[]>`
    select size, position from merkle_tree`
  return { size: Number(row?.size ?? 0), position: Number(row?.position ?? 0) }
}

export const hashesFrom =
  (sql: ISql): ReadHashes =>
  async (level, from, count) => {
    if (count === 0) return []
    const rows = await sql<{ hash: Hash }[]>`
      select hash from merkle_hashes where level = ${level} and index >= ${from} and index < ${from + count} order by index`
    return rows.map(({ hash }) => hash)
  }

/** Loads the tree from the database, ready for new leaves. */
export async function loadTree(sql: ISql): Promise<{ readonly tree: GrowingTree; readonly position: number }> {
  const { size, position } = await readSealed(sql)
  return { tree: growingTree(size, await readEdges(hashesFrom(sql), size)), position }
}

export interface NewHash extends StoredHash {
  /** The position of a leaf's event; null for other hashes. */
  readonly position: number | null
}

interface Growth {
  readonly from: Sealed
  readonly to: Sealed
  readonly hashes: readonly NewHash[]
  /** The signed head of `to`. */
  readonly note: string
  readonly at: Date
}

/**
 * Stores what was sealed in one statement, which holds readers of the log back for as short a time as an append. False
 * where another backend has sealed meanwhile: then nothing is stored.
 */
export async function storeGrowth(sql: ISql, { from, to, hashes, note, at }: Growth): Promise<boolean> {
  const column = (value: (stored: NewHash) => string | number | null) => formatArray(hashes.map(value))
  const stored = await sql`
    with grown as (
      update merkle_tree set size = ${to.size}, position = ${to.position}
      where size = ${from.size} and position = ${from.position}
      returning true
    ), added as (
      insert into merkle_hashes (level, index, hash, position)
      select level, index, decode(hash, 'hex'), position
      from grown, unnest(
        ${column(({ level }) => level)}::text::smallint[], ${column(({ index }) => index)}::text::bigint[],
        ${column(({ hash }) => hash.toString('hex'))}::text::text[], ${column(({ position }) => position)}::text::bigint[]
      ) as stored (level, index, hash, position)
    ), signed as (
      insert into tree_heads (size, note, at) select ${to.size}, ${note}, ${at} from grown
    )
    select from grown`
  return stored.count === 1
}

/**
 * The tables of the tree. `merkle_hashes` holds each `StoredHash`, with the position of a leaf's event; its rows are never
 * changed. `merkle_tree` holds how far the log is sealed. `tree_heads` holds signed heads.
 */
export const treeTables: readonly OwnTable[] = [
  {
    table: 'merkle_hashes',
    rights: ['select', 'insert'],
    backup: true,
    ddl: `
create table if not exists merkle_hashes (
  level smallint not null,
  index bigint not null,
  hash bytea not null,
  position bigint,
  primary key (level, index)
);
create unique index if not exists merkle_hashes_position on merkle_hashes (position) where level = 0;
`,
  },
  {
    table: 'merkle_tree',
    rights: ['select', 'update'],
    backup: true,
    ddl: `
create table if not exists merkle_tree (
  only_row boolean primary key default true check (only_row),
  size bigint not null default 0,
  position bigint not null default 0
);
insert into merkle_tree default values on conflict do nothing;
`,
  },
  {
    table: 'tree_heads',
    rights: ['select', 'insert', 'delete'],
    backup: true,
    ddl: `
create table if not exists tree_heads (
  size bigint primary key,
  note text not null,
  at timestamptz not null
);
`,
  },
]
