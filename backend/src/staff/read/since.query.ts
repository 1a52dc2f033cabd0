import type { OwnTable } from '@ultimate/event-store/read-model.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { ChangedLine, Since } from '@ultimate/events/staff/desk-api.ts'
import type { ChangeSummary, ReadEarlier } from '../../platform/changes.ts'
import type { Module, Platform } from '../../platform/module.ts'

/**
 * The position up to which a user has seen the audit. It is no event: only that user needs it, and a log of who looked
 * when would cost more trust than it is worth.
 */
export const auditMarksTable: OwnTable = {
  table: 'audit_marks',
  rights: ['select', 'insert', 'update', 'delete'],
  backup: true,
  ddl: `
create table if not exists audit_marks (
  user_id uuid primary key,
  position bigint not null,
  marked_at timestamptz not null
)`,
}

export interface Mark {
  readonly position: number
  readonly at: Date
}

export async function readMark({ sql }: Pick<Platform, 'sql'>, userId: string): Promise<Mark | null> {
  const [row] = await sql<{ position: string; marked_at: Date }[]>`
    select position, marked_at from audit_marks where user_id = ${userId}`
  return row ? { position: Number(row.position), at: row.marked_at } : null
}

/** A mark never goes back: another page of the same user may have seen more. */
export async function moveMark({ sql }: Pick<Platform, 'sql'>, userId: string, { position, at }: Mark): Promise<void> {
  await sql`
    insert into audit_marks (user_id, position, marked_at) values (${userId}, ${position}, ${at})
    on conflict (user_id) do update set position = excluded.position, marked_at = excluded.marked_at
    where audit_marks.position < excluded.position`
}

/** A user without a mark is shown the events of the last seven days. */
const unmarkedMs = 7 * 24 * 60 * 60_000
/** The most events that are summed up. Older ones are left out, and the answer shows this as `cut`. */
export const maxSummedUp = 2000
const maxLines = 5

type SinceSource = Pick<Platform, 'sql' | 'log' | 'clock' | 'modules'>

/** Sums up what others changed since the user's mark. */
export async function readSince(source: SinceSource, userId: string): Promise<Since> {
  const mark = await readMark(source, userId)
  const from = new Date(source.clock.now().getTime() - unmarkedMs)
  const newest = await source.log.read({
    ...(mark ? { after: mark.position } : { from }),
    newestFirst: true,
    limit: maxSummedUp + 1,
  })
  const events = newest.slice(0, maxSummedUp).toReversed()
  const others = events.filter(({ metadata }) => metadata.actor.id !== userId)
  const lines = await sumUpByModule(source, others)
  return {
    at: mark?.at.toISOString() ?? null,
    position: newest[0]?.metadata.position ?? mark?.position ?? 0,
    lines: lines.slice(0, maxLines),
    more: Math.max(0, lines.length - maxLines),
    cut: newest.length > maxSummedUp,
  }
}

/** Sums up the events by module; the lines that sum up most come first. */
async function sumUpByModule({ log, modules }: SinceSource, events: readonly RecordedEvent[]): Promise<ChangedLine[]> {
  const earlier: ReadEarlier = async ({ stream, types, before }) =>
    (await log.read({ stream, types, before, newestFirst: true, limit: 1 }))[0] ?? null
  const perModule = await Promise.all(
    modules().map(async (module) => {
      const ownEvents = events.filter(({ metadata }) => module.categories.includes(categoryOf(metadata.stream)))
      const [first] = ownEvents
      if (!first || !module.sumUpEvents) return []
      const changes = await module.sumUpEvents(ownEvents, earlier)
      return changes.map((change) => ({ change, path: buildHistoryLink(change, module, first) }))
    }),
  )
  return perModule
    .flat()
    .toSorted((one, other) => other.change.facts - one.change.facts)
    .map(({ change: { text, facts: events }, path }) => ({ text, events, path }))
}

/** Returns the page of the audit that shows all events of a change. */
function buildHistoryLink(
  { stream }: ChangeSummary,
  { name }: Pick<Module, 'name'>,
  { metadata }: RecordedEvent,
): string {
  const from = metadata.at.toISOString()
  return `/audit?${new URLSearchParams(stream ? { subject: stream } : { module: name, from })}`
}
