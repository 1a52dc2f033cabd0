import type { CommandContext } from '@ultimate/event-store/commands.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { addPhotoDecider, photoStream } from '@ultimate/events/staff/change-photos.ts'
import { photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { sendAs } from '../../platform/commands.ts'
import type { Platform } from '../../platform/module.ts'
import { dropFilesOfNoPhoto } from '../photos/drop-files.ts'
import { storeFiles, whileFilesStay } from '../photos/photo-files.query.ts'
import { isHeic, reencode } from '../photos/reencode.ts'

export interface NewPhoto {
  readonly id: string
  readonly title: string
  /** A picture file as it was sent. */
  readonly picture: Uint8Array
}

/**
 * Stores first the bytes and then the event. A crash between the two leaves bytes that belong to no photo: they are not
 * served, and are deleted at the next start or with the next deleted photo.
 *
 * @throws DomainError PHOTO_INVALID or PHOTO_HEIC
 */
export async function addPhotoWithFiles(platform: Platform, photo: NewPhoto, context: CommandContext): Promise<void> {
  const { id, title, picture } = photo
  const reencoded = (await reencode(picture)) ?? failAtPhoto(isHeic(picture) ? 'PHOTO_HEIC' : 'PHOTO_INVALID')
  const { placeholder } = reencoded
  const by = context.actor.kind === 'staff' ? context.actor.id : null
  const files = reencoded.files.map(({ content: _, ...file }) => file)
  try {
    await whileFilesStay(platform.sql, async () => {
      await storeFiles(platform.sql, reencoded.files)
      const command = { type: 'AddPhoto', data: { title, by, placeholder, files } } as const
      await sendAs(platform.commands, context)(addPhotoDecider, photoStream(id), command, { startsStream: true })
    })
  } catch (error) {
    if (error instanceof DomainError) await dropFilesOfNoPhoto(platform)
    throw error
  }
}

const failAtPhoto = (code: 'PHOTO_HEIC' | 'PHOTO_INVALID'): never =>
  photoErrors.fail(code, { photo: photoErrors.registry[code].message })
