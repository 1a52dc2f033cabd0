import { create, createStore } from 'zustand'

/** Digest of each bundle that the server sends, by its name. A bundle that the server could not look up is missing. */
export type Release = Readonly<Record<string, string>>

/** Header of the server's answers that names its release: `shell=1a2b3c,dinner=4d5e6f`. */
export const releaseHeader = 'x-release'

interface ReleaseState {
  /** The release that this page was opened with; null where the page does not name it. */
  readonly own: Release | null
  /** A different release that the server has by now, as its header names it. */
  readonly newer: string | null
}

/** The release of this page, and a newer one of the server. One instance for the shell and all parts. */
export const useReleaseStore = create<ReleaseState>()(() => ({ own: null, newer: null }))

/** Call it with the release that the page names, before the first request. */
export const startRelease = (own: Release | null): void => useReleaseStore.setState({ own, newer: null })

/**
 * Call it before a request. The returned function compares the release that the answer names with this page's. Answers
 * overtake each other: if a release was noticed since the request, its answer may name an older one and is ignored.
 */
export function expectRelease(): (answer: Pick<Response, 'headers'>) => void {
  const { newer: newerAtRequest } = useReleaseStore.getState()
  return ({ headers }) => {
    const { own, newer } = useReleaseStore.getState()
    const releaseNamed = headers.get(releaseHeader)
    if (own && releaseNamed && newer === newerAtRequest)
      useReleaseStore.setState({ newer: isOther(own, parse(releaseNamed)) ? releaseNamed : null })
  }
}

/** Compares the release of an answer whose request was sent just now. */
export function noticeRelease(answer: Pick<Response, 'headers'>): void {
  expectRelease()(answer)
}

/** Asks the server for its release. Without an answer nothing changes. */
export async function checkRelease(): Promise<void> {
  const notice = expectRelease()
  try {
    notice(await fetch('/', { method: 'HEAD', cache: 'no-store' }))
  } catch {
    // The connection is lost, so there is nothing to compare.
  }
}

const parse = (releaseNamed: string): Release =>
  Object.fromEntries(releaseNamed.split(',').map((bundle) => bundle.split('=', 2)))

/**
 * Compares only bundles that both know: a server that has just started may not have looked up parts of other origins.
 */
const isOther = (own: Release, theirs: Release): boolean =>
  Object.entries(theirs).some(([name, digest]) => own[name] !== undefined && own[name] !== digest)

/** Counts the work that keeps the page from reloading. Not in the store of the release, so that no screen is drawn. */
const reloadStore = createStore<{ readonly held: number }>()(() => ({ held: 0 }))

const holdReload = (by: number): void => reloadStore.setState(({ held }) => ({ held: held + by }))

/** Keeps the page from reloading automatically until this work has ended. */
export async function withoutReload<T>(work: Promise<T>): Promise<T> {
  holdReload(1)
  try {
    return await work
  } finally {
    holdReload(-1)
  }
}

/** Returns whether work is under way whose answer a reload would lose. */
export const isReloadHeld = (): boolean => reloadStore.getState().held > 0
