import { vi } from 'vitest'

/** The parts of a browser that jsdom has not, at rest: nothing is in sight, nothing is resized, motion is welcome. */
export function installBrowserParts({ isReduced = false }: { readonly isReduced?: boolean } = {}): void {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: isReduced,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
