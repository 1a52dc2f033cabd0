import type { AnnouncementEvent, PhotoEvent, UserEvent } from './events.ts'

/** The metadata of every command in the specifications. */
export const metadata = { now: new Date('2025-11-22T18:00:00Z') }

/** Becky, who has not signed in yet. */
export const addedUser: UserEvent = {
  type: 'UserAdded',
  data: {
    person: { username: 'becky', fullName: 'Becky Thatcher', email: 'becky@example.org' },
    role: 'helper',
    verified: false,
  },
}

export const picture = {
  placeholder: 'data:image/webp;base64,UklGRg==',
  files: [{ hash: 'a'.repeat(64), type: 'image/jpeg' as const, width: 480, height: 320, bytes: 38_270 }],
}

export const addedPhoto = (title = 'Sunset'): PhotoEvent => ({
  type: 'PhotoAdded',
  data: { title, by: 'becky', ...picture },
})
export const renamedPhoto = (title: string): PhotoEvent => ({ type: 'PhotoRenamed', data: { title, by: 'becky' } })
export const deletedPhoto: PhotoEvent = { type: 'PhotoDeleted', data: {} }

type Published = Extract<AnnouncementEvent, { type: 'AnnouncementPublished' }>
export const publishedAnnouncement = (data: Partial<Published['data']> = {}): Published => ({
  type: 'AnnouncementPublished',
  data: {
    text: 'Fields 3 and 4 closed',
    level: 'warning',
    until: null,
    mail: [],
    at: metadata.now.toISOString(),
    ...data,
  },
})
export const takenBackAnnouncement: AnnouncementEvent = { type: 'AnnouncementTakenBack', data: {} }
