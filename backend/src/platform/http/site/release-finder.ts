import { buildRelease } from './page.ts'
import type { PartReleases, ReadCookie } from './part-releases.ts'
import type { FoundPart } from './remotes.ts'

const releaseNamesByParts = new WeakMap<readonly FoundPart[], { readonly shell: string; readonly name: string }>()

/** Returns a release as the header names it: `shell=1a2b3c,part=4d5e6f`. It is made once for each list of parts. */
export function nameRelease(shell: string, found: readonly FoundPart[]): string {
  const cached = releaseNamesByParts.get(found)
  if (cached?.shell === shell) return cached.name
  const name = Object.entries(buildRelease(shell, found))
    .map(([part, digest]) => `${part}=${digest}`)
    .join()
  releaseNamesByParts.set(found, { shell, name })
  return name
}

interface Built {
  readonly shell: string
  readonly builtIn: readonly FoundPart[]
}

interface ReleaseSources {
  /** Reads the digest of the shell. */
  readonly shell: () => Promise<string>
  readonly builtIn: () => Promise<readonly FoundPart[]>
  /** Returns null until they can be read. */
  readonly releases: () => PartReleases | null
}

/** After this time, a request causes another look. */
const freshMs = 5_000

/** Finds the release of the site, which consists of the shell and of the parts as a visitor gets them. */
export function releaseFinder({ shell, builtIn, releases }: ReleaseSources) {
  let lastLook: { readonly beganAt: number; readonly built: Built } | null = null
  let lastBeganAt = Number.NEGATIVE_INFINITY
  /** Looks for the current release. The live parts that this loads are those that `releases().known()` returns. */
  const look = async (cookie: ReadCookie): Promise<Built> => {
    const beganAt = performance.now()
    lastBeganAt = beganAt
    const [shellNow, builtInNow] = await Promise.all([shell(), builtIn(), releases()?.current(cookie)])
    const built = { shell: shellNow, builtIn: builtInNow }
    // A look that began earlier may end later.
    if (!lastLook || lastLook.beganAt <= beganAt) lastLook = { beganAt, built }
    return built
  }
  /**
   * Returns the release of the last look, for the visitor with these cookies, without waiting; null before the first
   * look. Pages are made after a `look`, so this is never older than a page that was sent.
   */
  const known = (cookie: ReadCookie): string | null => {
    if (performance.now() - lastBeganAt >= freshMs) look(cookie).catch(() => undefined)
    if (!lastLook) return null
    const { built } = lastLook
    const live = releases()?.known()
    return nameRelease(built.shell, live ? live.choose(built.builtIn, cookie, false).found : built.builtIn)
  }
  return { look, known }
}
