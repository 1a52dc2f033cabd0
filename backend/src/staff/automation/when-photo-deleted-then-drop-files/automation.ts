import type { PhotoEvent } from '@ultimate/events/staff/events.ts'
import type { Automation, Platform } from '../../../platform/module.ts'
import { dropFilesOfNoPhoto } from '../../photos/drop-files.ts'

/**
 * Nobody is served them from the moment of the fact; this takes them out of the database as well. At a start it takes
 * those that a crash between bytes and fact has left; uploads of other backends are waited for.
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
