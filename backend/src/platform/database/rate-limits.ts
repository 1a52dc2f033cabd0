import { createHmac, hkdfSync } from 'node:crypto'
import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { Sql } from 'postgres'

/** The number of times that one caller did something within the last `seconds`. */
export interface Counter {
  /** The thing that is counted, such as `registration by network`. */
  readonly what: string
  /** The caller for whom it is counted; only a digest of it is stored. */
  readonly whose: string
  readonly seconds: number
}

export interface Charge extends Counter {
  /** 0 only checks whether the limit is reached. */
  readonly points: number
  readonly most: number
}

interface ChargeResult {
  /** Seconds until the same charges could be taken; 0 if they have been taken. */
  readonly wait: number
  /** The time of taking, by the clock of the database; for corrections. */
  readonly takenAt: number
}

export interface Correction extends Counter {
  /** Points to charge more; negative for points to give back. */
  readonly points: number
  /** The time at which the corrected charge was taken; without it, now. */
  readonly takenAt?: number
}

/**
 * Limits over sliding windows. Their counters are in the database, so all backends share them, and no restart resets
 * them (docs/decisions/0019). Each call is one round trip.
 */
export interface RateLimits {
  /** Takes all charges, or none if one of them exceeds its limit. */
  take(charges: readonly Charge[]): Promise<ChargeResult>
  correct(corrections: readonly Correction[]): Promise<void>
  forget(counters: readonly Omit<Counter, 'seconds'>[]): Promise<void>
  /** Drops counters whose window has passed. */
  purge(): Promise<void>
}

/** The counters cannot be read, so a limit can neither allow nor reject a call: it has to be sent again later. */
export class CountersUnavailable extends Error {
  override readonly name = 'CountersUnavailable'
  constructor(cause: unknown) {
    super('The counters of the rate limits cannot be read', { cause })
  }
}

export function rateLimits(sql: Sql, secret: string): RateLimits {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rate limits', 32))
  const computeKey = ({ what, whose }: Omit<Counter, 'seconds'>) =>
    `${what} ${createHmac('sha256', key).update(`${what}\n${whose}`).digest('base64url')}`
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question()
    } catch (cause) {
      throw new CountersUnavailable(cause)
    }
  }
  return {
    take: (charges) =>
      ask(async () => {
        const rows = charges.map(({ seconds, points, most, ...counter }) => ({
          key: computeKey(counter),
          seconds,
          points,
          most,
        }))
        const [row] = await sql<{ wait: number; taken_at: number }[]>`
          select wait, taken_at from rate_limit_take(${JSON.stringify(rows)}::text::json)`
        if (!row) throw new Error('No answer came from the counters')
        return { wait: row.wait, takenAt: row.taken_at }
      }),
    correct: async (corrections) => {
      if (corrections.length === 0) return
      const changes = corrections.map(({ seconds, points, takenAt = null, ...counter }) => ({
        key: computeKey(counter),
        seconds,
        points,
        taken_at: takenAt,
      }))
      await ask(() => sql`select rate_limit_correct(${JSON.stringify(changes)}::text::json)`)
    },
    forget: async (counters) => {
      await ask(() => sql`delete from rate_limits where key = any(${counters.map(computeKey)}::text[])`)
    },
    purge: async () => {
      await sql`
        delete from rate_limits
        where (slice + ${slicesPerWindow + 2}::int) * seconds / ${slicesPerWindow}::int
          < extract(epoch from clock_timestamp())`
    },
  }
}

/** A window is counted in this many slices, and one more for the slice that has just begun. */
export const slicesPerWindow = 60

/**
 * Sliding windows that all backends share. A row holds the points of one counter by slice, newest first. One slice more
 * than a window is added up, so that no window, wherever it begins, ever holds more points than allowed. The row's lock
 * makes that true for simultaneous requests, too.
 *
 * Counted requests do not wait for the disk. The counters are no events: a crash of the database server may lose their
 * last half second.
 */
export const rateLimitsTable: OwnTable = {
  table: 'rate_limits',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: false,
  ddl: `
-- What counted sign-ins and mails before there was this table.
drop table if exists sign_in_attempts, dinner_mail_counts;

create table if not exists rate_limits (
  key text primary key,
  seconds integer not null,
  slice bigint not null,
  counts integer[] not null
);

create or replace function rate_limit_slice(at double precision, seconds integer) returns bigint language sql immutable as $$
  select floor(at * ${slicesPerWindow} / seconds)::bigint
$$;

create or replace function rate_limit_aged(counts integer[], steps bigint) returns integer[] language sql immutable as $$
  select array_fill(0, array[least(greatest(steps, 0), ${slicesPerWindow} + 1)::int])
    || counts[1:${slicesPerWindow} + 1 - least(greatest(steps, 0), ${slicesPerWindow} + 1)::int]
$$;

create or replace function rate_limit_added(counts integer[], age bigint, points integer) returns integer[]
language plpgsql immutable as $$
begin
  if age between 0 and ${slicesPerWindow} then counts[age + 1] := greatest(0, counts[age + 1] + points); end if;
  return counts;
end
$$;

create or replace function rate_limit_wait(
  counts integer[], newest bigint, seconds integer, room integer, at double precision
) returns integer language plpgsql immutable as $$
declare
  current bigint := rate_limit_slice(at, seconds);
  aged integer[] := rate_limit_aged(counts, current - newest);
  total bigint := (select coalesce(sum(points), 0) from unnest(aged) as points);
begin
  if total <= room then return 0; end if;
  for age in reverse ${slicesPerWindow}..0 loop
    total := total - aged[age + 1];
    if total <= room then
      return greatest(1, ceil((current - age + ${slicesPerWindow} + 1) * seconds / ${slicesPerWindow}.0 - at));
    end if;
  end loop;
  return seconds;
end
$$;

create or replace function rate_limit_take(wanted json, out wait integer, out taken_at double precision)
language plpgsql as $$
declare
  it record;
  current bigint;
  counter rate_limits;
begin
  taken_at := extract(epoch from clock_timestamp());
  -- Most of what is refused is refused here, without a lock and without a write.
  select coalesce(max(rate_limit_wait(known.counts, known.slice, w.seconds, w.most - greatest(w.points, 1), taken_at)), 0)
    into wait
    from json_to_recordset(wanted) as w(key text, seconds integer, points integer, most integer)
    join rate_limits known using (key);
  if wait > 0 then return; end if;
  perform set_config('synchronous_commit', 'off', true);
  for it in
    select w.* from json_to_recordset(wanted) as w(key text, seconds integer, points integer, most integer)
    where w.points > 0 order by w.key
  loop
    current := rate_limit_slice(taken_at, it.seconds);
    insert into rate_limits as known (key, seconds, slice, counts)
    values (it.key, it.seconds, current, array[it.points] || array_fill(0, array[${slicesPerWindow}]))
    on conflict (key) do update set
      slice = greatest(known.slice, current),
      counts = rate_limit_added(
        rate_limit_aged(known.counts, current - known.slice), greatest(known.slice, current) - current, it.points)
    returning * into counter;
    wait := greatest(wait, rate_limit_wait(counter.counts, counter.slice, it.seconds, it.most, taken_at));
  end loop;
  -- Another transaction was faster: all of it is taken back.
  if wait > 0 then
    update rate_limits known set counts =
      rate_limit_added(known.counts, known.slice - rate_limit_slice(taken_at, known.seconds), -w.points)
    from json_to_recordset(wanted) as w(key text, points integer) where known.key = w.key and w.points > 0;
  end if;
end
$$;

create or replace function rate_limit_correct(changes json) returns void language plpgsql as $$
declare
  it record;
  current bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  for it in
    select * from json_to_recordset(changes) as c(key text, seconds integer, points integer, taken_at double precision)
    order by key
  loop
    current := rate_limit_slice(coalesce(it.taken_at, extract(epoch from clock_timestamp())), it.seconds);
    if it.points > 0 then
      insert into rate_limits as known (key, seconds, slice, counts)
      values (it.key, it.seconds, current, array[it.points] || array_fill(0, array[${slicesPerWindow}]))
      on conflict (key) do update set
        slice = greatest(known.slice, current),
        counts = rate_limit_added(
          rate_limit_aged(known.counts, current - known.slice), greatest(known.slice, current) - current, it.points);
    else
      update rate_limits known set counts = rate_limit_added(known.counts, known.slice - current, it.points)
      where known.key = it.key;
    end if;
  end loop;
end
$$;
`,
}
