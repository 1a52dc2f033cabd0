import { clearTimeout, setTimeout } from 'node:timers'
import { configure } from '@testing-library/react'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { startRelease } from '@ultimate/kit/state/release.ts'
import { patience } from './outcome.ts'

configure({ asyncUtilTimeout: patience.timeout })

/**
 * Frames for tests in a document. The document's own come from `setInterval`: once a test has replaced that, no later file
 * of the same process would get a frame.
 */
const frameMs = 16

globalThis.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), frameMs))
globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame)

// The drag library asks for it on import, and jsdom lacks it.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/**
 * The files of a process share the state of the kit: a toast of one would be drawn in another, or a newer release
 * announced. It is emptied before each file, because a file that resets its modules leaves others behind than those it
 * began with.
 */
useToastStore.setState({ waiting: [] })
startRelease(null)
