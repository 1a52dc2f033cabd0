import { useEffect, useRef } from 'react'

/** The facts about the site's router: which entry of the history it shows, and whether it asks before it leaves. */
interface Router {
  readonly state: {
    readonly location: { readonly key: string }
    readonly blockers: ReadonlyMap<string, { readonly state: string }>
  }
}

interface Overlay {
  readonly close: () => void
}

type Write = typeof history.pushState

/**
 * Each open overlay has an entry in the browser's history, so that Back closes it and leaves the page only afterwards.
 * The router never hears of these entries: they have its own key for the page, and the number of overlays beside it.
 */
const open: Overlay[] = []
let router: Router | null = null
let push: Write
let replace: Write
let at = { key: '', level: 0 }
/** The writes to make once the entries of closed overlays are left; null while none is being left. */
let writes: (() => void)[] | null = null
let isSettling = false
/**
 * True while the browser is about to load another document. It would stop loading it if this one went back in its
 * history.
 */
let isUnloading = false

/** Longer than a busy browser takes to go back: to go back a second time would leave the page. */
const leavingMs = 10_000

/** Has Back close overlays from now on. Without it, as in a part on an older shell, nothing of this happens. */
export function watchOverlays<Site extends Router>(createRouter: () => Site): Site {
  // Registered before the router, which hears of the same event in the order of registration, and must not hear of
  // some.
  addEventListener('popstate', notePop)
  addEventListener('beforeunload', ({ isTrusted }) => {
    isUnloading = isTrusted
  })
  // The user goes on with this document: it was a download, or they chose to stay, or the browser had it in its cache.
  for (const goesOn of ['pageshow', 'pointerdown', 'keydown']) addEventListener(goesOn, stayLoaded, true)
  const site = createRouter()
  router = site
  push = history.pushState.bind(history)
  replace = history.replaceState.bind(history)
  // The page that an overlay leads to takes its place, unless that is being left already.
  history.pushState = (...written) => writeOnPage(written, readLevel() > 0 && !writes ? replace : push)
  history.replaceState = (...written) => {
    const isOfPage = readLevel() > 0 && here(written[0]).level !== readLevel()
    if (isOfPage && !writes) leave(readLevel())
    writeOnPage(written, replace)
  }
  at = here()
  settle()
  return site
}

/** Closes on Back while it is open. `close` may refuse, or ask first: then it stays, and so does its entry. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    // The question before a page is left belongs to the navigation that it holds.
    const isLeaving = [...(router?.state.blockers.values() ?? [])].some(({ state }) => state === 'blocked')
    if (!isOpen || !router || isLeaving) return
    const overlay: Overlay = { close: () => latest.current() }
    open.push(overlay)
    settle()
    return () => {
      open.splice(open.indexOf(overlay), 1)
      settle()
    }
  }, [isOpen])
}

function here(state: unknown = history.state) {
  const { key = 'default', overlays = 0 } = (state ?? {}) as { readonly key?: string; readonly overlays?: number }
  return { key, level: overlays }
}

/** Returns the number of overlay entries on top of the page that is shown. */
const readLevel = (): number => (at.key === router?.state.location.key ? at.level : 0)

function writeOnPage([state, unused, url]: Parameters<Write>, write: Write): void {
  if (writes) {
    const { overlays: _, ...ofPage } = (state ?? {}) as { readonly overlays?: number }
    writes.push(() => history[write === push ? 'pushState' : 'replaceState'](ofPage, unused, url))
    return
  }
  write(state, unused, url)
  at = here()
}

/** Gives every open overlay its entry and takes those of closed ones away, once what happens now has happened. */
function settle(): void {
  if (isSettling) return
  isSettling = true
  setTimeout(() => {
    isSettling = false
    if (writes || isUnloading) return
    if (readLevel() > open.length) leave(readLevel() - open.length)
    while (readLevel() < open.length) {
      push({ ...history.state, overlays: readLevel() + 1 }, '')
      at = here()
    }
  })
}

function stayLoaded(): void {
  if (!isUnloading) return
  isUnloading = false
  settle()
}

function leave(entries: number): void {
  writes = []
  const own = writes
  history.go(-entries)
  setTimeout(() => writes === own && left(), leavingMs)
}

function left(): void {
  const waiting = writes ?? []
  writes = null
  for (const write of waiting) write()
  settle()
}

function notePop(event: PopStateEvent): void {
  const before = readLevel()
  at = here()
  const isSamePage = at.key === router?.state.location.key
  // The router waits for its own way back to a page that it does not leave.
  if (isSamePage && before !== at.level) event.stopImmediatePropagation()
  if (writes) left()
  else if (isSamePage && at.level < before) for (const overlay of open.slice(at.level).reverse()) overlay.close()
  settle()
}
