import { connectionOf, useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { checkRelease, useReleaseStore } from '@ultimate/kit/state/release.ts'
import {
  type ComponentType,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import styles from '../feedback/error-panel.module.css'
import { ErrorPanel } from '../feedback/error-panel.tsx'
import { scrollIntoSight } from '../layout/floating.ts'

// Code in a file of its own, which loads when it is wanted: `lateFile` is the file, `useLate` loads it for a component,
// and `late` makes a component of it.

type LateState<T> =
  | { readonly status: 'waiting' | 'loading' | 'failed' | 'retrying' }
  | { readonly status: 'loaded'; readonly loaded: T }

/** Code in a file of its own. Unlike React's `lazy`, which remembers a failure for ever, it can be tried again. */
export interface LateFile<T> {
  /** Starts loading, also after a failure. */
  readonly want: () => void
  /** Like `want`, but the message about the failure stays on the screen meanwhile. */
  readonly retry: () => void
  readonly state: () => LateState<T>
  readonly subscribe: (listener: () => void) => () => void
}

export function lateFile<T>(load: () => Promise<T>): LateFile<T> {
  const { getState, setState, subscribe } = createStore<LateState<T>>()(() => ({ status: 'waiting' }))
  // Replaces the state as a whole, so that `loaded` goes with its status.
  const setStatus = (next: LateState<T>) => setState(next, true)
  const start = (status: 'loading' | 'retrying') => () => {
    const { status: current } = getState()
    if (current !== 'waiting' && current !== 'failed') return
    setStatus({ status })
    load().then(
      (loaded) => setStatus({ status: 'loaded', loaded }),
      () => {
        setStatus({ status: 'failed' })
        // A newer release may have removed the file: then only a reload helps.
        void checkRelease()
      },
    )
  }
  return {
    want: start('loading'),
    retry: start('retrying'),
    state: getState,
    subscribe,
  }
}

/** Returns the store of a file, under the names that `useStore` needs. */
const toStore = <T,>({ state, subscribe }: LateFile<T>) => ({
  getState: state,
  getInitialState: state,
  subscribe: subscribe as StoreApi<LateState<T>>['subscribe'],
})

/**
 * Loads the file once it is wanted. After a failure, tries again when the connection comes back, after a while, and by
 * `retry`. Content that comes while its place is on the screen is drawn in steps, between which the page answers taps.
 */
export function useLate<T>(file: LateFile<T>, isWanted = true) {
  const state = useDeferredValue(useStore(toStore(file)))
  useEffect(() => {
    if (isWanted) file.want()
  }, [file, isWanted])
  const hasFailed = state.status === 'failed' || state.status === 'retrying'
  useRetries(file.retry, isWanted && hasFailed)
  return {
    loaded: state.status === 'loaded' ? state.loaded : null,
    hasFailed,
    isRetrying: state.status === 'retrying',
    retry: file.retry,
  }
}

/** The props of what stands in the place of content that failed to load: a sentence, and a button that helps. */
export interface LateProblem {
  /** The missing content, as the subject of a sentence: 'The photos'. */
  readonly what: string
  readonly onRetry: () => void
  readonly isRetrying: boolean
}

/** The sentence for each reason why a file did not load. */
const sentences = {
  offline: 'You’re offline. It loads when you’re back online.',
  unreachable: 'Your connection or our server may be to blame. We’ll keep trying; the rest of this page works.',
  renewed: 'A new version of the site is ready, and this page is still the old one.',
}

/** Returns the likely reason why a file of the site did not load. */
function useReason(): keyof typeof sentences {
  const isRenewed = useReleaseStore(({ newer }) => newer !== null)
  const isOffline = useConnectionStore(connectionOf) === 'offline'
  if (isRenewed) return 'renewed'
  return isOffline ? 'offline' : 'unreachable'
}

const retryMs = 15_000

/**
 * Retries a failed load when the connection comes back. Retries also every 15 seconds while the page is visible, the
 * browser is online and the release is still current.
 */
export function useRetries(retry: () => void, hasFailed = true): void {
  const reason = useReason()
  const retryLatest = useEffectEvent(retry)
  const retriesByTime = hasFailed && reason === 'unreachable'
  useEffect(() => {
    if (!retriesByTime) return
    const timer = setInterval(() => document.hidden || retryLatest(), retryMs)
    return () => clearInterval(timer)
  }, [retriesByTime])
  useEffect(() => {
    if (!hasFailed) return
    // This effect does not depend on `retriesByTime`. The event that it waits for changes that value, and the cleanup
    // would remove the listener before its call.
    const retryNow = () => retryLatest()
    addEventListener('online', retryNow)
    return () => removeEventListener('online', retryNow)
  }, [hasFailed])
}

/** Returns why a file of the site is missing, as a sentence, and the action that helps, with its label. */
export function useLateProblem({ onRetry }: Pick<LateProblem, 'onRetry'>) {
  const reason = useReason()
  const sentence = sentences[reason]
  if (reason === 'renewed') return { sentence, label: 'Reload', act: () => location.reload() }
  return { sentence, label: 'Try again', act: onRetry }
}

export function LateNotice({ what, onRetry, isRetrying }: LateProblem) {
  const { sentence, label, act } = useLateProblem({ onRetry })
  return (
    <ErrorPanel title={`${what} didn’t load`} onRetry={act} retryLabel={label} retrying={isRetrying}>
      {sentence}
    </ErrorPanel>
  )
}

/**
 * Shows the problem of content that opens by a press, and scrolls to it, because its place may be out of sight. Once
 * the content comes, the focus returns to the pressed element, so that a dialog leads back there when it closes.
 */
export function LateAnswer(problem: LateProblem) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    const pressed = document.activeElement
    if (element) scrollIntoSight(element)
    return () => {
      const isLeft = pressed instanceof HTMLElement && element?.contains(document.activeElement)
      if (isLeft) pressed.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={place} className={styles['line']}>
      <LateNotice {...problem} />
    </div>
  )
}

interface LateOptions<Props> {
  /** The content, as the subject of a sentence. */
  readonly what: string
  /**
   * Returns whether these props need the file, as those of an open dialog do. By default the file loads with the
   * component.
   */
  readonly isWanted?: (props: Props) => boolean
  readonly waiting?: ReactNode
  /** The component that draws a failure; {@link LateNotice} by default. */
  readonly failed?: ComponentType<LateProblem>
}

/**
 * Returns a component whose code is in a file of its own. `waiting` stands in its place until the file has loaded,
 * `failed` if it does not.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, options: LateOptions<Props>) {
  const { what, isWanted = () => true, waiting = null, failed: Failed = LateNotice } = options
  const file = lateFile(load)
  function Late(props: Props) {
    const wanted = isWanted(props)
    const { loaded: Loaded, hasFailed, isRetrying, retry } = useLate(file, wanted)
    if (Loaded) return <Loaded {...props} />
    if (!wanted) return null
    return hasFailed ? <Failed what={what} onRetry={retry} isRetrying={isRetrying} /> : waiting
  }
  return Object.assign(Late, { preload: file.want })
}

/** Returns whether an error means that a file of code did not load. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED'))
