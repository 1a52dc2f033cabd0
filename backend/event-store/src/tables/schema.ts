import type { BackedUp } from '../read-model.ts'

/** The number of events that one append may hold, and of positions that each transaction has. */
export const maxAppend = 4096

/** SQLSTATE raised by `event_position` when a person was forgotten after the stream was loaded. */
export const outdatedKeys = 'UF001'
/** SQLSTATE raised by `require_rows`; the message is the code of a domain error. */
export const rowsRequired = 'UF002'

/**
 * SQLSTATE raised by `event_position` for an append of another release than the one to which the read models belong. It is
 * in the class of a server that shuts down, so that releases without fencing answer 503.
 */
export const fencedOff = '57PUF'

/**
 * The tables and functions of the log, in steps that each lock one table only (see `changeSchema`). Safe to run again.
 *
 * Positions come from transaction ids instead of a sequence, because a sequence hands out numbers before the commit:
 * a later number may commit first, and a reader that remembers "I have seen up to N" never sees the earlier one. Here
 * position = base + transaction id * 4096 + ordinal. Every transaction below the xmin of a snapshot has ended, and every
 * new one gets a larger id. So the log below `event_safe_position()` is complete and stays so. This function must stay
 * STABLE, to look at the snapshot of the query that reads the events: a volatile function would look at a newer one.
 *
 * `base` is 0 until the log is restored into a cluster with lower transaction ids (see `raiseBase`). `forgets` counts
 * forgotten people. An appender sends the count that it knows, so that it cannot write what it read before the last of them.
 * `fencing_token` grows whenever the definitions change (see definitions.ts). An appender sends the token that it knows, so
 * that no backend writes rows in the shape of another release. `event_position` must stay VOLATILE: each call looks at
 * a new snapshot, and so sees the token of a swap for which the append has waited.
 *
 * `/readyz` calls `probe_write`, which fails on a full disk: its rows, about a megabyte, do not fit into `work_mem` and go
 * to the disk. The update needs a write-ahead log that can be flushed. Alone it can succeed on a full disk, in a page and a
 * segment that exist.
 *
 * `lock_events` keeps appends out for the rest of a transaction. It runs as the owner, because PostgreSQL gives this
 * lock only to a role that may change events, and the role that serves may not.
 *
 * `data` is json, not jsonb: it is written and read whole, and jsonb costs a conversion each way.
 */
export const logSchema: readonly string[] = [
  `
create table if not exists event_log (
  only_row boolean primary key default true check (only_row),
  base bigint not null default 0,
  forgets integer not null default 0
);
insert into event_log default values on conflict do nothing;
alter table event_log add column if not exists fencing_token integer not null default 0;
`,
  `
create table if not exists events (
  position bigint primary key,
  stream text not null,
  version integer not null,
  category text not null,
  type text not null,
  schema_version integer not null,
  data json not null,
  actor_kind text not null,
  actor_id text,
  actor_name text,
  actor_role text,
  correlation_id text not null,
  causation_id text not null,
  edition text not null,
  at timestamptz not null,
  happened_at timestamptz,
  constraint events_stream_version unique (stream, version)
);
create index if not exists events_at on events using brin (at);
create index if not exists events_type on events (type, position);
create index if not exists events_actor on events (actor_id, position) where actor_id is not null;
create index if not exists events_actor_name on events (actor_name, position) where actor_name is not null;
drop index if exists events_staff;
create index if not exists events_undo on events (causation_id) where causation_id like 'undoes:%';
`,
  `
create table if not exists person_keys (subject text primary key, key bytea not null);
`,
  `
create table if not exists idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
alter table idempotency add column if not exists visitor text;
create index if not exists idempotency_created_at on idempotency using brin (created_at);
`,
  `
create table if not exists subscriptions (
  name text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);
alter table subscriptions add column if not exists leased_by text, add column if not exists leased_until timestamptz;
`,
  `
create table if not exists dead_letters (
  subscription text not null,
  position bigint not null,
  error text not null,
  at timestamptz not null default now(),
  primary key (subscription, position)
);
alter table dead_letters add column if not exists later boolean not null default false;
`,
  `
create table if not exists gathered_events (
  subscription text not null,
  position bigint not null,
  key text not null,
  due timestamptz not null,
  primary key (subscription, position)
);
alter table gathered_events add column if not exists latest timestamptz;
drop index if exists gathered_events_due;
create index if not exists gathered_events_next on gathered_events (subscription, due) where due < 'infinity';
`,
  `
create table if not exists read_model_definitions ("table" text primary key);
alter table read_model_definitions add column if not exists version integer not null default 0,
  add column if not exists shape text not null default '', drop column if exists hash;
`,
  `
create table if not exists event_definitions (type text primary key, version integer not null);
`,
  `
create table if not exists write_probe (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null default now()
);
insert into write_probe default values on conflict do nothing;
create or replace function probe_write() returns void language plpgsql volatile set work_mem = '64kB' as $$
begin
  perform count(*) from generate_series(1, 32768);
  update write_probe set at = clock_timestamp();
end
$$;
`,
  `
create or replace function lock_events() returns void language plpgsql volatile security definer
set search_path from current as $$
begin
  lock table events in share row exclusive mode;
end
$$;
`,
  `
create or replace function event_safe_position() returns bigint language sql stable as $$
  select base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint * ${maxAppend} from event_log
$$;
`,
  `
create or replace function require_rows(changed bigint, refusal text) returns boolean language plpgsql volatile as $$
begin
  if changed = 0 then raise exception using message = refusal, errcode = '${rowsRequired}'; end if;
  return true;
end
$$;
`,
  `
drop function if exists event_position(bigint, integer);
create or replace function event_position(ordinal bigint, known_forgets integer, known_token integer default 0)
returns bigint language plpgsql volatile as $$
declare log event_log;
begin
  select * into log from event_log;
  if log.fencing_token <> known_token then
    raise exception 'the read models belong to another release' using errcode = '${fencedOff}';
  end if;
  if log.forgets <> known_forgets then
    raise exception 'a person was forgotten meanwhile' using errcode = '${outdatedKeys}';
  end if;
  return log.base + pg_current_xact_id()::text::bigint * ${maxAppend} + ordinal;
end
$$;
`,
]

/**
 * The rights of the role that serves on the log and its tables. It may not change or remove an event. A backup leaves out
 * `person_keys`, which go into a file of their own, and `idempotency`, whose answers name people in the clear.
 */
export const logRights: readonly BackedUp[] = [
  { table: 'events', rights: ['select', 'insert'], backup: true },
  { table: 'event_log', rights: ['select', 'update (forgets)'], backup: false },
  { table: 'person_keys', rights: ['select', 'insert', 'delete'], backup: false },
  { table: 'idempotency', rights: ['select', 'insert', 'update', 'delete'], backup: false },
  { table: 'subscriptions', rights: ['select', 'insert', 'update'], backup: true },
  {
    table: 'dead_letters',
    rights: ['select', 'insert', 'update', 'delete'],
    backup: { instead: { error: `'Noted before a backup was made.'` } },
  },
  { table: 'gathered_events', rights: ['select', 'insert', 'update', 'delete'], backup: true },
  { table: 'read_model_definitions', rights: ['select'], backup: false },
  { table: 'event_definitions', rights: ['select'], backup: true },
  { table: 'write_probe', rights: ['update (at)'], backup: false },
]

/**
 * Raises `base` where a log was restored into a cluster with lower transaction ids: new events would get positions below
 * the old ones. Keeps appends out meanwhile, because one that runs would still use the old base.
 */
export const raiseBase = `
do $$
begin
  if (select max(position) from events) >=
    (select event_position(0, forgets, fencing_token) from event_log) then
    lock table events in share row exclusive mode;
    update event_log set base = (select max(position) + ${maxAppend} from events)
      - pg_current_xact_id()::text::bigint * ${maxAppend}
    where (select max(position) from events) >= base + pg_current_xact_id()::text::bigint * ${maxAppend};
  end if;
end
$$;
`
