import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import type { ReleaseFacts } from '@ultimate/events/releases/events.ts'
import type { Target } from '@ultimate/events/releases/released-part.ts'
import type { Choice, LiveParts, PartReleases, ReadCookie } from '../../platform/http/site/part-releases.ts'
import { type FoundPart, toFoundPart } from '../../platform/http/site/remotes.ts'
import type { Platform } from '../../platform/module.ts'
import { readArchive } from '../archives/archives.query.ts'
import { releaseFolders } from '../archives/folders.ts'
import { manifestName } from '../archives/look-up.ts'
import { type PartRow, readPartRows } from '../read/parts.view.ts'
import { type Preview, previewCookie, previewCookies } from './preview.ts'

/** Finds the released parts that pages load, by the events so far. */
export function partReleases({ sql, log, clock, configuration }: Platform): PartReleases {
  const { authSecret, partsDir } = configuration
  const folders = releaseFolders(partsDir, (digest) => readArchive(sql, digest))
  const isDrawn = canaryDraw(authSecret)
  const previews = previewCookies(authSecret)
  const previewIn = (cookie: ReadCookie): Preview => previews.read(cookie(previewCookie), clock.now())
  const currentRows = cachedUntilAppend(log, () => readPartRows(sql))
  let rows: readonly PartRow[] = []
  const loaded = new Map<string, FoundPart>()
  /** The choice for visitors without a preview while there is no canary, and the values that it follows from. */
  let commonChoice: { readonly inputs: readonly unknown[]; readonly choice: Choice } | null = null

  async function load(name: string, release: ReleaseFacts): Promise<void> {
    const key = buildKey(name, release.version)
    if (loaded.has(key)) return
    const found = await buildPart(name, release, {
      folder: (digest) => folders.findFolder({ name, version: release.version, digest }),
      readArchive: (digest) => readArchive(sql, digest),
    })
    if (found) loaded.set(key, found)
  }

  /**
   * Loads the releases that any visitor may get, and the releases of this preview. If a release cannot be loaded now,
   * visitors get the build that came with the site.
   */
  async function loadReleases(partsToLoad: readonly PartRow[], preview: Preview): Promise<void> {
    const loads = partsToLoad.flatMap((row) => {
      const targets = [row.activated.at(-1), row.canary].filter((target) => target && !target.builtIn)
      const versions = [...targets.map((target) => target?.version), preview[row.id]]
      return row.releases.filter(({ version }) => versions.includes(version)).map((release) => load(row.id, release))
    })
    await Promise.allSettled(loads)
  }

  const live: LiveParts = {
    choose(base, cookie, isPage): Choice {
      const preview = pickExisting(previewIn(cookie), rows, base)
      const hasCanary = rows.some((row) => row.canary !== null)
      const isPersonal = hasCanary || Object.keys(preview).length > 0
      const inputs = [base, rows, loaded.size]
      if (!isPersonal && commonChoice?.inputs.every((input, at) => input === inputs[at])) return commonChoice.choice
      const storedId = hasCanary ? idIn(cookie) : null
      // Only with a page, a new visitor gets an id, which its cookie stores.
      const visitor = storedId ?? (hasCanary && isPage ? randomBytes(16).toString('base64url') : null)
      const findTarget = (row: PartRow): Target | undefined => {
        const last = row.activated.at(-1)
        if (row.canary === null || visitor === null) return last
        const { version, percent } = row.canary
        return isDrawn({ visitor, part: row.id, version, percent }) ? row.canary : last
      }
      const choice: Choice = {
        found: partsFor(base, rows, (row) => {
          const previewed = preview[row.id]
          const target =
            previewed === undefined ? findTarget(row) : { version: previewed, builtIn: !isReleased(row, previewed) }
          return target && !target.builtIn ? loaded.get(buildKey(row.id, target.version)) : undefined
        }),
        preview,
        isPersonal,
        cookie:
          visitor === null || visitor === storedId
            ? null
            : { name: canaryCookie, value: visitor, maxAgeSeconds: canaryCookieSeconds },
      }
      if (!isPersonal) commonChoice = { inputs, choice }
      return choice
    },
  }

  return {
    async current(cookie) {
      const next = await currentRows().catch(() => rows)
      await loadReleases(next, previewIn(cookie))
      // The rows change only now: before the load, other requests would get the build that came with the site.
      rows = next
      return live
    },
    known: () => live,
    async findFolder(name, version) {
      // Another backend may have sent a page with a release that this backend has not read yet.
      const release = releaseIn(rows, name, version) ?? releaseIn(await readPartRows(sql), name, version)
      return release?.source.kind === 'archive'
        ? folders.findFolder({ name, version, digest: release.source.digest })
        : null
    },
    findProblem: folders.findProblem,
  }
}

const releaseIn = (rows: readonly PartRow[], name: string, version: string) =>
  rows.find(({ id }) => id === name)?.releases.find((release) => release.version === version)

const buildKey = (name: string, version: string): string => `${name}@${version}`

const isReleased = ({ releases }: PartRow, version: string): boolean =>
  releases.some((release) => release.version === version)

function idIn(cookie: ReadCookie): string | null {
  const id = cookie(canaryCookie)
  return id !== undefined && canaryIdPattern.test(id) ? id : null
}

/** Returns the parts of the site in their order, each in its release for this visitor; then the added parts. */
function partsFor(
  base: readonly FoundPart[],
  rows: readonly PartRow[],
  releasedFor: (row: PartRow) => FoundPart | undefined,
): FoundPart[] {
  const byName = new Map(rows.map((row) => [row.id, row]))
  const builtIn = base.map((found) => {
    const row = byName.get(found.location.name)
    return (row && releasedFor(row)) ?? found
  })
  const addedParts = rows.filter(({ id }) => !base.some(({ location }) => location.name === id)).map(releasedFor)
  return [...builtIn, ...addedParts.filter((found) => found !== undefined)]
}

/** Returns the versions of a preview that exist, as a release or as the version that came with the site. */
function pickExisting(preview: Preview, rows: readonly PartRow[], base: readonly FoundPart[]): Preview {
  const existing = Object.entries(preview).filter(
    ([name, version]) =>
      rows.some((row) => row.id === name && isReleased(row, version)) ||
      base.some(({ location }) => location.name === name && location.version === version),
  )
  return Object.fromEntries(existing)
}

interface Files {
  readonly folder: (digest: string) => Promise<string | null>
  readonly readArchive: (digest: string) => Promise<Buffer | null>
}

/** Builds the part as pages load it; null if its files are no longer stored. */
async function buildPart(
  name: string,
  { version, integrity, source }: ReleaseFacts,
  { folder, readArchive }: Files,
): Promise<FoundPart | null> {
  const isArchive = source.kind === 'archive'
  const base = isArchive ? `/parts/${name}/${version}/` : source.manifest
  const unpacked = isArchive ? await folder(source.digest) : null
  const text = isArchive
    ? unpacked && (await readFile(join(unpacked, manifestName), 'utf8'))
    : (await readArchive(source.digest))?.toString('utf8')
  if (!text) return null
  const toAddress = (file: string) => (isArchive ? `${base}${file}` : new URL(file, base).href)
  const found = toFoundPart(name, isArchive ? toAddress(manifestName) : base, JSON.parse(text), toAddress)
  return { ...found, location: { ...found.location, integrity } }
}

const canaryCookie = 'canary'

/** The longest time that browsers store a cookie. */
const canaryCookieSeconds = 400 * 24 * 60 * 60

/** The form of the random ids in the cookie. */
export const canaryIdPattern = /^[\w-]{22}$/

/** A visitor, and a version of a part that this percentage of visitors gets. */
interface Draw {
  readonly visitor: string
  readonly part: string
  readonly version: string
  readonly percent: number
}

/**
 * Returns what decides whether a visitor gets a canary. The draw is stable: a larger percentage includes all visitors
 * of a smaller one, and the next version draws others. It is a keyed hash, so that no client can make an id that is
 * always, or never, drawn.
 */
export function canaryDraw(secret: string): (draw: Draw) => boolean {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'canaries of parts', 32))
  return ({ visitor, part, version, percent }) => {
    const digest = createHmac('sha256', key).update(`${part}\n${version}\n${visitor}`).digest()
    const fraction = digest.readUIntBE(0, 6) / 2 ** 48
    return fraction < percent / 100
  }
}
