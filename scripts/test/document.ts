import { clearTimeout, setTimeout } from 'node:timers'
import { configure } from '@testing-library/react'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { startRelease } from '@ultimate/kit/state/release.ts'
import { useEndingStore, useSessionStore } from '@ultimate/kit/state/session.ts'
import { useWaitingStore, useWipedStore } from '@ultimate/kit/state/waiting.ts'
import type { StoreApi } from 'zustand'
import { patience } from './outcome.ts'

configure({ asyncUtilTimeout: patience.timeout })

/**
 * Milliseconds of a frame. The document's own frames come from `setInterval`. Once a test has replaced that by a fake,
 * no later file of the same process would get a frame.
 */
const frameMs = 16

globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), frameMs))
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame)

// The drag library reads this on import, and jsdom lacks it.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * The files of a process share the state of the kit. A toast of one file would be drawn in another, or a user of one
 * file would be signed in there. The state is reset before each file, not after it: a file that resets its modules ends
 * with other stores than it began with.
 */
useToastStore.setState({ waiting: [] })
const stores = [useConnectionStore, useEndingStore, useSessionStore, useWaitingStore, useWipedStore]
for (const { getInitialState, setState } of stores as readonly StoreApi<object>[]) setState(getInitialState(), true)
startRelease(null)
