import type { OwnTable } from '@ultimate/event-store/read-model.ts'

/**
 * The tree over the log, beside it. `merkle_hashes` holds what merkle-tree.ts stores, and with each leaf the position of
 * its event; rows are only ever added. `merkle_tree` holds how far the log is sealed. `tree_heads` holds signed heads.
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
