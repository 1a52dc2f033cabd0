import {
  type DeletePhoto,
  deletePhotoDecider,
  photoStream,
  type RenamePhoto,
  renamePhotoDecider,
} from '@ultimate/events/staff/change-photos.ts'
import { photoTitle } from '@ultimate/events/staff/photo.ts'
import { photoApi } from '@ultimate/events/staff/photo-api.ts'
import { photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { presentPhoto } from '../read/photos.view.ts'
import { addPhotoWithFiles } from './add-photo.ts'

const { PHOTO_INCOMPLETE } = photoErrors.registry

export function addPhotoRoute(platform: Platform): Route {
  return route(photoApi.addPhoto, async ({ body: { title, photo } }, context) => {
    const named = photoTitle.safeParse(title)
    if (!named.success || !photo) {
      const missing = [...(named.success ? [] : ['title']), ...(photo ? [] : ['photo'])]
      const fields = Object.fromEntries(missing.map((field) => [field, PHOTO_INCOMPLETE.message]))
      return photoErrors.fail('PHOTO_INCOMPLETE', fields)
    }
    const id = context.newId()
    await addPhotoWithFiles(platform, { id, title: named.data, picture: await photo.bytes() }, context.command)
    return { status: 201, ...(await presentPhoto(platform.sql, id)) }
  })
}

export function renamePhotoRoute({ commands, sql }: Platform): Route {
  const present = async (id: string) => ({ status: 200, ...(await presentPhoto(sql, id)) })
  return route(
    photoApi.renamePhoto,
    async ({ params: { id }, body }, { command: context, expectedVersion }) => {
      const command: RenamePhoto = { type: 'RenamePhoto', data: body, metadata: { now: context.now } }
      await commands.handle(renamePhotoDecider, { stream: photoStream(id), command, expectedVersion }, context)
      return present(id)
    },
    { current: ({ params }) => present(params.id) },
  )
}

/** Its files are not served any more from the fact on; an automation deletes them from the database. */
export function deletePhotoRoute({ commands, sql }: Platform): Route {
  return route(
    photoApi.deletePhoto,
    async ({ params: { id } }, { command: context, expectedVersion }) => {
      const command: DeletePhoto = { type: 'DeletePhoto', data: {}, metadata: { now: context.now } }
      await commands.handle(deletePhotoDecider, { stream: photoStream(id), command, expectedVersion }, context)
      return { status: 204, body: undefined }
    },
    {
      current: async ({ params }) => {
        const { body, version } = await presentPhoto(sql, params.id)
        // The declaration knows no body for what is gone; a stale caller gets what is there.
        return { status: 200, body: body as unknown as undefined, version }
      },
    },
  )
}
