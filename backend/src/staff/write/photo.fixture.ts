import type { PhotoEvent } from '@ultimate/events/staff/events.ts'

/** What every command of the photos' specifications is made with. */
export const metadata = { now: new Date('2025-11-22T18:00:00Z') }

export const picture = {
  placeholder: 'data:image/webp;base64,UklGRg==',
  files: [{ hash: 'a'.repeat(64), type: 'image/jpeg' as const, width: 480, height: 320, bytes: 38_270 }],
}

export const added = (title = 'Sunset'): PhotoEvent => ({ type: 'PhotoAdded', data: { title, ...picture } })
export const renamed = (title: string): PhotoEvent => ({ type: 'PhotoRenamed', data: { title } })
export const deleted: PhotoEvent = { type: 'PhotoDeleted', data: {} }
