import { useEffect, useRef } from 'react'

/** The state of the site's router: the entry of the history that it shows, and whether it asks before it leaves. */
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
 * The router does not notice these entries: they have its own key for the page, and the number of overlays beside it.
 */
const openOverlays: Overlay[] = []
let router: Router | null = null
/** The history's own functions, without the overlays' changes. */
let pushEntry: Write
let replaceEntry: Write
let shownEntry = { key: '', level: 0 }
/** The writes to make once the browser has gone back over the entries of closed overlays; null while it does not. */
let pendingWrites: (() => void)[] | null = null
let isSettling = false
/**
 * True while the browser is about to load another document. It would stop that if this document went back in its
 * history.
 */
let isUnloading = false

/** Longer than a busy browser takes to go back. A second attempt would leave the page. */
const leavingMs = 10_000

/** Makes Back close overlays from now on. Parts on an older shell do without. */
export function watchOverlays<Site extends Router>(createRouter: () => Site): Site {
  // Registered before the router, so that it can hide some of these events from the router.
  addEventListener('popstate', notePop)
  addEventListener('beforeunload', ({ isTrusted }) => {
    isUnloading = isTrusted
  })
  // These events show that this document stays: the address was a download, the user chose to stay, or the document
  // came from the cache.
  for (const eventName of ['pageshow', 'pointerdown', 'keydown']) addEventListener(eventName, stayLoaded, true)
  const site = createRouter()
  router = site
  pushEntry = history.pushState.bind(history)
  replaceEntry = history.replaceState.bind(history)
  // A page that is opened from an overlay replaces its entry, unless the browser is already going back over it.
  history.pushState = (...args) => writeOnPage(args, readLevel() > 0 && !pendingWrites ? replaceEntry : pushEntry)
  history.replaceState = (...args) => {
    // The page replaces its own entry, which lies below those of the overlays.
    const isOfPage = readLevel() > 0 && readEntry(args[0]).level !== readLevel()
    if (isOfPage && !pendingWrites) leaveEntries(readLevel())
    writeOnPage(args, replaceEntry)
  }
  shownEntry = readEntry()
  settle()
  return site
}

/** Makes Back close an open overlay. If `close` refuses, or asks first, the overlay stays with its entry. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    // The question before a page is left gets no entry: it belongs to the navigation that waits for it.
    const isLeaving = [...(router?.state.blockers.values() ?? [])].some(({ state }) => state === 'blocked')
    if (!isOpen || !router || isLeaving) return
    const overlay: Overlay = { close: () => latest.current() }
    openOverlays.push(overlay)
    settle()
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1)
      settle()
    }
  }, [isOpen])
}

function readEntry(state: unknown = history.state) {
  const { key = 'default', overlays = 0 } = (state ?? {}) as { readonly key?: string; readonly overlays?: number }
  return { key, level: overlays }
}

/** Returns the number of overlay entries on top of the page that is shown. */
const readLevel = (): number => (shownEntry.key === router?.state.location.key ? shownEntry.level : 0)

function writeOnPage([state, unused, url]: Parameters<Write>, write: Write): void {
  if (pendingWrites) {
    const { overlays: _, ...pageState } = (state ?? {}) as { readonly overlays?: number }
    pendingWrites.push(() => history[write === pushEntry ? 'pushState' : 'replaceState'](pageState, unused, url))
    return
  }
  write(state, unused, url)
  shownEntry = readEntry()
}

/** Gives every open overlay its entry and removes those of closed ones, after the present task. */
function settle(): void {
  if (isSettling) return
  isSettling = true
  setTimeout(() => {
    isSettling = false
    if (pendingWrites || isUnloading) return
    if (readLevel() > openOverlays.length) leaveEntries(readLevel() - openOverlays.length)
    while (readLevel() < openOverlays.length) {
      pushEntry({ ...history.state, overlays: readLevel() + 1 }, '')
      shownEntry = readEntry()
    }
  })
}

function stayLoaded(): void {
  if (!isUnloading) return
  isUnloading = false
  settle()
}

function leaveEntries(entries: number): void {
  pendingWrites = []
  const ownWrites = pendingWrites
  history.go(-entries)
  setTimeout(() => pendingWrites === ownWrites && finishLeaving(), leavingMs)
}

function finishLeaving(): void {
  const queuedWrites = pendingWrites ?? []
  pendingWrites = null
  for (const write of queuedWrites) write()
  settle()
}

function notePop(event: PopStateEvent): void {
  const levelBefore = readLevel()
  shownEntry = readEntry()
  const isSamePage = shownEntry.key === router?.state.location.key
  // Hides moves between overlays from the router. A move within one level is the router's own: it waits for this event
  // when it returns to a page that it may not leave.
  if (isSamePage && levelBefore !== shownEntry.level) event.stopImmediatePropagation()
  if (pendingWrites) finishLeaving()
  else if (isSamePage && shownEntry.level < levelBefore)
    for (const overlay of openOverlays.slice(shownEntry.level).reverse()) overlay.close()
  settle()
}
