import { readModel } from '@ultimate/event-store/read-model.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { type ListedPart, type Release, releasesErrors } from '@ultimate/events/releases/api.ts'
import type { ReleaseFacts, ReleasesEvent } from '@ultimate/events/releases/events.ts'
import {
  activatedAfter,
  findLive,
  findPrevious,
  isHeldBack,
  partNameOf,
  type Target,
} from '@ultimate/events/releases/released-part.ts'
import type { Sql } from 'postgres'
import type { BuiltInPart, PartHost, ReleaseNeeds } from '../../platform/http/site/part-releases.ts'
import { readErrorCounts } from './part-errors.query.ts'

export interface ReleaseRow extends ReleaseFacts {
  readonly at: string
  readonly by: string | null
}

export type PartRow = {
  /** The part's name. */
  readonly id: string
  readonly added: boolean
  /** Oldest first. */
  readonly releases: readonly ReleaseRow[]
  /** The releases that were made live, oldest first; the last one is live. */
  readonly activated: readonly Target[]
  readonly canary: (Target & { readonly percent: number }) | null
  /** The time at which the live release became live, and the user who activated it; null if none was activated. */
  readonly since: Date | null
  readonly by: string | null
  readonly version: number
}

const unknownPart = (id: string): PartRow => ({
  id,
  added: false,
  releases: [],
  activated: [],
  canary: null,
  since: null,
  by: null,
  version: 0,
})

export const parts = readModel<PartRow, ReleasesEvent>({
  table: 'parts',
  version: 1,
  category: 'part',
  columns: {
    id: { type: 'text' },
    added: { type: 'boolean' },
    releases: { type: 'jsonb' },
    activated: { type: 'jsonb' },
    canary: { type: 'jsonb', nullable: true },
    since: { type: 'timestamptz', nullable: true },
    by: { type: 'text', nullable: true },
    version: { type: 'integer' },
  },
  rowsOf: ({ metadata }) => partNameOf(metadata.stream),
  evolve(before, { type, data, metadata: { stream, version, at, actor } }) {
    const row = { ...(before ?? unknownPart(partNameOf(stream))), version }
    const liveNow = { since: at, by: actor.name }
    switch (type) {
      case 'PartAdded':
        return { ...row, added: true }
      case 'PartReleased':
        return { ...row, releases: [...row.releases, { ...data, at: at.toISOString(), by: actor.name }] }
      case 'PartActivated': {
        const activated = activatedAfter(row.activated, data)
        return { ...row, activated, canary: null, ...(activated === row.activated ? {} : liveNow) }
      }
      case 'PartCanaryStarted':
        return { ...row, canary: data }
      case 'PartRolledBack':
        return data.canary
          ? { ...row, canary: null }
          : { ...row, activated: row.activated.slice(0, -1), canary: null, ...liveNow }
      case 'ReleaseTokenIssued':
      case 'ReleaseTokensEnded':
        return row
      default:
        return before
    }
  },
})

/** A part with its releases and its built-in version. Either may be missing, but not both. */
export interface KnownPart {
  readonly name: string
  readonly row: PartRow | null
  readonly builtIn: BuiltInPart | null
}

export const readPartRows = (sql: Sql): Promise<PartRow[]> => sql<PartRow[]>`select * from parts order by id`

/** Returns the version of this part that came with the site; null if none did. */
export async function builtInVersion(host: PartHost, name: string): Promise<string | null> {
  return (await host.builtIn()).find((part) => part.name === name)?.version ?? null
}

/** Lists the parts that came with the site in its order, and then the added parts. */
export async function readKnownParts(sql: Sql, host: PartHost): Promise<KnownPart[]> {
  const [rows, builtIn] = await Promise.all([readPartRows(sql), host.builtIn()])
  return [
    ...builtIn.map((part) => ({
      name: part.name,
      row: rows.find(({ id }) => id === part.name) ?? null,
      builtIn: part,
    })),
    ...rows
      .filter(({ id, added, releases }) => isShown(added, releases) && !builtIn.some(({ name }) => name === id))
      .map((row) => ({ name: row.id, row, builtIn: null })),
  ]
}

/** Returns whether a part is listed that is not built in: once a user has added it, or there are releases of it. */
const isShown = (added: boolean, releases: readonly ReleaseRow[]) => added || releases.length > 0

/** @throws DomainError PART_NOT_FOUND */
export async function findPart(sql: Sql, host: PartHost, name: string): Promise<KnownPart> {
  const all = await readKnownParts(sql, host)
  return all.find((part) => part.name === name) ?? releasesErrors.fail('PART_NOT_FOUND')
}

/** @throws DomainError RELEASE_DOES_NOT_FIT with the reason, if the site cannot carry a part with these needs */
export async function requireFit(host: PartHost, name: string, needs: ReleaseNeeds): Promise<void> {
  const reason = await host.incompatibility(name, needs)
  if (reason !== null)
    throw new DomainError('RELEASE_DOES_NOT_FIT' satisfies keyof typeof releasesErrors.registry, reason)
}

/** Lists the parts as the API shows them, or only the part of this name. */
export async function listParts(sql: Sql, host: PartHost, only?: string): Promise<ListedPart[]> {
  const [all, errorCounts] = await Promise.all([readKnownParts(sql, host), readErrorCounts(sql)])
  return all
    .filter(({ name }) => only === undefined || name === only)
    .map((part) => ({
      ...toListedPart(part, host),
      errors: errorCounts
        .filter(({ part: name }) => name === part.name)
        .map(({ version, count }) => ({ version, count: Number(count) })),
    }))
}

export async function presentPart(sql: Sql, host: PartHost, name: string): Promise<{ part: ListedPart }> {
  const [part] = await listParts(sql, host, name)
  return { part: part ?? releasesErrors.fail('PART_NOT_FOUND') }
}

/** Lists the releases, newest first. A release replaces the built-in version of the same number. */
export function listReleases({ row, builtIn }: KnownPart): Release[] {
  const released = (row?.releases ?? []).map(toRelease)
  const isBuiltInListed = builtIn !== null && !released.some(({ version }) => version === builtIn.version)
  return [...released, ...(isBuiltInListed ? [builtInRelease(builtIn)] : [])].toSorted((one, other) =>
    one.at < other.at ? 1 : -1,
  )
}

const toRelease = ({ version, at, by, contract, needs, size }: ReleaseRow): Release => ({
  version,
  at,
  by,
  contract,
  needs,
  size,
})

const builtInRelease = ({ version, at, contract, needs, size }: BuiltInPart): Release => ({
  version,
  at: at.toISOString(),
  by: null,
  contract,
  needs,
  size,
})

/** Lists the releases, each with the problem that prevents serving it, if one is known. */
function releasesWithProblems(part: KnownPart, host: PartHost): Release[] {
  const digests = new Map((part.row?.releases ?? []).map(({ version, source }) => [version, source.digest]))
  return listReleases(part).map((release) => {
    const digest = digests.get(release.version)
    const problem = digest === undefined ? null : host.findProblem(digest)
    return problem === null ? release : { ...release, problem }
  })
}

function toListedPart(part: KnownPart, host: PartHost): Omit<ListedPart, 'errors'> {
  const { name, row, builtIn } = part
  const state = { activated: row?.activated ?? [] }
  const versionOfSite = builtIn?.version ?? null
  const live = findLive(state, versionOfSite)?.version ?? null
  const since = row?.since?.toISOString() ?? null
  return {
    name,
    live,
    since,
    by: row?.by ?? null,
    canary: row?.canary ? { version: row.canary.version, percent: row.canary.percent } : null,
    previous: findPrevious(state, versionOfSite)?.version ?? null,
    releases: releasesWithProblems(part, host).map((release) =>
      isHeldBack({ live, since }, release) ? { ...release, isHeldBack: true } : release,
    ),
  }
}

export type ReleaseTokenRow = {
  /** The token's hash. */
  readonly id: string
  readonly part: string
}

/** The tokens that are valid now. */
export const releaseTokens = readModel<ReleaseTokenRow, ReleasesEvent>({
  table: 'release_tokens',
  version: 1,
  category: 'part',
  columns: { id: { type: 'text' }, part: { type: 'text' } },
  rowsOf({ type, data }) {
    if (type === 'ReleaseTokenIssued') return data.hash
    return type === 'ReleaseTokensEnded' ? '*' : []
  },
  evolve(row, { type, data, metadata }) {
    if (type === 'ReleaseTokenIssued') return { id: data.hash, part: partNameOf(metadata.stream) }
    return type === 'ReleaseTokensEnded' ? null : row
  },
})
