import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { vi } from 'vitest'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Makes `count` photos, titled by their number. */
export const makePhotos = (count: number): readonly Photo[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    title: `Photo number ${index + 1}`,
    version: 1,
    url: `/api/photos/files/${index + 1}.jpg`,
    width: 1600,
    height: 1067,
    placeholder: pixel,
    sources: [{ type: 'image/jpeg', width: 1600, url: `/api/photos/files/${index + 1}.jpg` }],
  }))

/** Stubs for browser interfaces that jsdom lacks: nothing intersects, nothing is resized, motion is not reduced. */
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
