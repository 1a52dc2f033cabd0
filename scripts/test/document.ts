import { clearTimeout, setTimeout } from 'node:timers'
import { configure } from '@testing-library/react'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { afterAll } from 'vitest'
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

/** The files of a process share the toasts: what one raises and nothing drew would be drawn in another. */
afterAll(() => useToastStore.setState({ waiting: [] }))
