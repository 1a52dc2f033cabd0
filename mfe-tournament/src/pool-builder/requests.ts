import type { SavedPool } from '@ultimate/events/tournament/pools.ts'
import type { Pool, PoolsState, ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { ApiError, call } from '@ultimate/kit/api.ts'
import type { StoredPools } from './machine/stored-pools.ts'
import type { LoadOutcome, WriteOutcome, Writing } from './machine/work.ts'

const otherThan = (division: Division): Division => (division === 'comp' ? 'rec' : 'comp')

/** Teams by their ids, as pools are saved. */
const arranged = (pools: readonly Pool[]): SavedPool[] =>
  pools.map(({ id, name, size, teams }) => ({ id, name, size, teams: teams.map((team) => team?.id ?? null) }))

const ifMatch = (version: number) => ({ ifMatch: `"v${version}"` })

const save = (division: Division, pools: readonly SavedPool[], version: number): Promise<PoolsState> =>
  call('POST /api/pool-play/save', { body: { division, pools: [...pools] } }, ifMatch(version))

const readSaved = (division: Division) => call('GET /api/pool-play/pools/{division}', { params: { division } })
const readPublished = (division: Division) => call('GET /api/pool-play/published/{division}', { params: { division } })

export async function readTeams(division: Division): Promise<ReachableTeam[]> {
  return (await call('GET /api/pool-play/teams/{division}', { params: { division } })).teams
}

/** The other division's half of a stored, from what it was or from what a write answered. */
const otherOf = ({ pools, published }: Pick<PoolsState, 'pools' | 'published'>): StoredPools['other'] => ({
  hasSaved: pools.length > 0,
  hasPublished: published.length > 0,
})

async function readStored(division: Division): Promise<StoredPools> {
  const other = otherThan(division)
  const [saved, published, otherSaved, otherPublished, history] = await Promise.all([
    readSaved(division),
    readPublished(division),
    readSaved(other),
    readPublished(other),
    call('GET /api/pool-play/history/{division}', { params: { division }, query: { limit: 1 } }),
  ])
  const [last] = history.entries
  return {
    saved: arranged(saved.pools),
    published: arranged(published.pools),
    // If somebody wrote between the two answers, the older one makes the next save find out.
    version: Math.min(saved.version, published.version),
    changed: last ? { name: last.by.name, at: last.at } : null,
    other: otherOf({ pools: otherSaved.pools, published: otherPublished.pools }),
  }
}

export async function loadPools(division: Division): Promise<LoadOutcome> {
  const teams = await readTeams(division).catch(() => null)
  if (teams === null) return { kind: 'failed', sentence: 'Failed to load teams' }
  try {
    return { kind: 'loaded', teams, stored: await readStored(division) }
  } catch {
    return { kind: 'failed', sentence: 'Failed to load data' }
  }
}

const storedAfter = (
  before: StoredPools,
  { pools, published, version, changed }: PoolsState,
  other = before.other,
): StoredPools => ({
  saved: arranged(pools),
  published: arranged(published),
  version,
  changed,
  other,
})

const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'STALE'

/** A write of this stored's division that came too late, or was declined; anything else goes on as an error. */
function declined(error: unknown, stored: StoredPools): WriteOutcome {
  if (isStale(error)) return { kind: 'stale', theirs: storedAfter(stored, error.current as PoolsState) }
  if (error instanceof ApiError) return { kind: 'refused', sentence: error.message }
  throw error
}

export async function savePools({ division, pools, stored }: Writing): Promise<WriteOutcome> {
  try {
    const state = await save(division, pools, stored.version)
    const after = storedAfter(stored, state)
    const isOtherSaved = await saveOther(otherThan(division))
    const notice = isOtherSaved
      ? ({ tone: 'good', text: 'Configuration saved successfully for all divisions!' } as const)
      : ({ tone: 'bad', text: 'Failed to save configuration for some divisions' } as const)
    return { kind: 'settled', stored: after, notice }
  } catch (error) {
    return declined(error, stored)
  }
}

/** The other division is saved as the server has it; who was faster there has saved it himself. */
async function saveOther(division: Division): Promise<boolean> {
  try {
    const { pools, version } = await readSaved(division)
    if (pools.length > 0) await save(division, arranged(pools), version)
    return true
  } catch (error) {
    return isStale(error)
  }
}

export async function publishPools({ division, pools, isChanged, stored }: Writing): Promise<WriteOutcome> {
  let after = stored
  try {
    if (isChanged) after = storedAfter(stored, await save(division, pools, stored.version))
  } catch (error) {
    return declined(error, stored)
  }
  const other = otherThan(division)
  let publishing = division
  try {
    after = storedAfter(after, await publish(division, ifMatch(after.version)))
    publishing = other
    after = { ...after, other: otherOf(await publish(other, {})) }
  } catch (error) {
    if (isStale(error)) return declined(error, after)
    return settledAfter(division, withUnknownOther(after), 'bad', publishFailure(publishing, error))
  }
  const text =
    'All division pools published successfully! They are now visible to the public and saved pools remain for future edits.'
  return { kind: 'settled', stored: after, notice: { tone: 'good', text } }
}

/** What could not be published may be there, also where it was saved by somebody else since: it can be tried again. */
const withUnknownOther = (stored: StoredPools): StoredPools => ({
  ...stored,
  other: { ...stored.other, hasSaved: true },
})

const publish = (division: Division, options: { ifMatch?: string }): Promise<PoolsState> =>
  call('POST /api/pool-play/publish', { body: { division } }, options)

const publishFailure = (division: Division, error: unknown): string =>
  error instanceof ApiError
    ? `Failed to publish ${divisionLabels[division]} division: ${error.message}`
    : 'Failed to publish pools'

/** First every division's public pools become its draft, and only when that is certain they are taken back. */
export async function unpublishPools({ division, stored }: Writing): Promise<WriteOutcome> {
  const versions = new Map<Division, number>()
  try {
    for (const each of divisions) {
      const { pools, version } = await readPublished(each)
      if (each === division && version !== stored.version) throw await staleNow(division)
      if (pools.length > 0) versions.set(each, (await save(each, arranged(pools), version)).version)
    }
  } catch (error) {
    if (isStale(error)) return declined(error, stored)
    return settledAfter(division, stored, 'bad', 'Failed to save some published pools before unpublishing')
  }
  const results = await Promise.allSettled(
    [...versions].map(([each, version]) =>
      call('DELETE /api/pool-play/clear-published/{division}', { params: { division: each } }, ifMatch(version)),
    ),
  )
  const failed = results.filter(({ status }) => status === 'rejected').length
  if (failed === results.length && failed > 0) return settledAfter(division, stored, 'bad', 'Failed to unpublish pools')
  if (failed > 0) {
    const text = 'Pools unpublished but some may still be visible to public. Please try again.'
    return settledAfter(division, stored, 'warn', text)
  }
  const text = 'All pools unpublished successfully! Published pools moved to saved configuration.'
  return settledAfter(division, stored, 'good', text)
}

/** What the server has now, asked for in the form of a stale write. */
async function staleNow(division: Division): Promise<ApiError> {
  const current = await currentState(division)
  return new ApiError(412, { code: 'STALE', message: 'Somebody else changed this in the meantime.', current })
}

async function currentState(division: Division): Promise<PoolsState> {
  const [saved, published, history] = await Promise.all([
    readSaved(division),
    readPublished(division),
    call('GET /api/pool-play/history/{division}', { params: { division }, query: { limit: 1 } }),
  ])
  const [last] = history.entries
  return {
    division,
    pools: saved.pools,
    published: published.pools,
    version: Math.min(saved.version, published.version),
    changed: last ? { name: last.by.name, at: last.at } : null,
  }
}

/** After several writes, some of which may have failed, only the server knows what there is. */
async function settledAfter(
  division: Division,
  stored: StoredPools,
  tone: 'good' | 'warn' | 'bad',
  text: string,
): Promise<WriteOutcome> {
  const now = await readStored(division).catch(() => stored)
  return { kind: 'settled', stored: now, notice: { tone, text } }
}
