import type { PhotoEvent } from '@ultimate/events/staff/photo-events.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { dropFilesOfNoPhoto } from '../../photos/drop-files.ts'

/** Nobody is served them from the moment of the fact; this takes them out of the database as well. */
export function whenPhotoDeletedThenDropFiles(platform: Platform): Automation {
  return {
    name: 'when-photo-deleted-then-drop-files',
    on: ['PhotoDeleted'] satisfies PhotoEvent['type'][],
    handle: async () => {
      await dropFilesOfNoPhoto(platform)
    },
  }
}
