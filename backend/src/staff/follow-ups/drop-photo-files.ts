import type { Automation } from '@ultimate/event-store/automation.ts'
import type { PhotoEvent } from '@ultimate/events/staff/events.ts'
import type { Platform } from '../../platform/module.ts'
import { dropFilesOfNoPhoto } from '../photos/drop-files.ts'

/**
 * The files are not served from the moment of the fact; this deletes them from the database. At a start it deletes
 * those that a crash between bytes and fact has left, after waiting for uploads of other backends.
 */
export function whenPhotoDeletedThenDropFiles(platform: Platform): Automation {
  const drop = async () => {
    await dropFilesOfNoPhoto(platform)
  }
  return {
    name: 'when-photo-deleted-then-drop-files',
    on: ['PhotoDeleted'] satisfies PhotoEvent['type'][],
    handle: drop,
    atStart: drop,
  }
}
