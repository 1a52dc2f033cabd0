import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { PoolsEvent } from '@ultimate/events/tournament/events.ts'
import { type Division, divisionLabels } from '@ultimate/events/tournament/team.ts'
import { buildLine, type ChangeSummary, formatNames, type ReadEarlier } from '../platform/changes.ts'

/** Sums up the pools of one division. */
export async function sumUpPools(
  stream: string,
  events: readonly RecordedEvent<PoolsEvent>[],
  readEarlier: ReadEarlier,
): Promise<ChangeSummary[]> {
  const division = divisionLabels[stream.slice('pools-'.length).split('-')[0] as Division] ?? ''
  const changePhrase = describeChangedPools(await listChangedPools(stream, events, readEarlier), division)
  const publication = await findPublication(stream, events, readEarlier)
  const publicationPhrase = publication && (changePhrase ? publication : `${division} pools ${publication}`)
  const phrases = [changePhrase, publicationPhrase]
  const names = formatNames(events)
  const hasText = phrases.some((phrase) => phrase !== null)
  return buildLine({
    phrases: hasText && names !== '' ? [...phrases, `by ${names}`] : phrases,
    facts: events.length,
    streams: new Set([stream]),
  })
}

function describeChangedPools(pools: readonly ChangedPool[], division: string): string | null {
  const [first] = pools
  if (!first) return null
  if (pools.length > 1) return `${pools.length} pools of ${division} changed`
  return `Pool ${first.name} (${division}) changed ${countTimes(first.times)}`
}

function countTimes(times: number): string {
  if (times === 1) return 'once'
  return times === 2 ? 'twice' : `${times} times`
}

const publications: Partial<Record<PoolsEvent['type'], 'published' | 'taken down'>> = {
  PoolsPublished: 'published',
  PoolsUnpublished: 'taken down',
}

/** Null where no pools were published or taken down, or where pools that were not public before are not public again. */
async function findPublication(
  stream: string,
  events: readonly RecordedEvent<PoolsEvent>[],
  readEarlier: ReadEarlier,
): Promise<'published' | 'taken down' | null> {
  const publicationEvents = events.filter(({ type }) => publications[type] !== undefined)
  const [first, last] = [publicationEvents[0], publicationEvents.at(-1)]
  if (!first || !last) return null
  if (last.type === 'PoolsPublished') return 'published'
  const types = Object.keys(publications)
  const before = await readEarlier({ stream, types, before: first.metadata.position })
  return before?.type === 'PoolsPublished' ? 'taken down' : null
}

type Arrangement = Extract<PoolsEvent, { type: 'PoolsSaved' }>['data']['pools']

/** The draft after the event; null where the event does not change it. */
function findDraft({ type, data }: PoolsEvent): Arrangement | null {
  if (type === 'PoolsSaved') return data.pools
  return type === 'PoolsPutBack' ? (data.saved ?? []) : null
}

interface ChangedPool {
  readonly name: string
  /** The number of changes of the pool. */
  readonly times: number
}

/** Lists the pools of the draft that differ from what they were before these events. */
async function listChangedPools(
  stream: string,
  events: readonly RecordedEvent<PoolsEvent>[],
  readEarlier: ReadEarlier,
): Promise<ChangedPool[]> {
  const [first] = events
  if (!first) return []
  const types = ['PoolsSaved', 'PoolsPutBack'] satisfies PoolsEvent['type'][]
  const before = await readEarlier({ stream, types, before: first.metadata.position })
  const draftBefore = (before && findDraft(before as RecordedEvent<PoolsEvent>)) ?? []
  const drafts = [draftBefore, ...events.map(findDraft).filter((draft) => draft !== null)]
  const draftNow = drafts.at(-1) ?? []
  const ids = new Set([...draftBefore, ...draftNow].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    if (toText(draftBefore, id) === toText(draftNow, id)) return []
    const name = [...draftNow, ...draftBefore].find((pool) => pool.id === id)?.name ?? ''
    const texts = drafts.map((draft) => toText(draft, id))
    return [{ name, times: texts.filter((text, index) => index > 0 && text !== texts[index - 1]).length }]
  })
}

const toText = (pools: Arrangement, id: string): string => JSON.stringify(pools.find((pool) => pool.id === id) ?? null)
