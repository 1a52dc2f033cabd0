import { deletePhotoDecider, photoStream, renamePhotoDecider } from '@ultimate/events/staff/change-photos.ts'
import { photoTitle } from '@ultimate/events/staff/photo.ts'
import { photoApi } from '@ultimate/events/staff/photo-api.ts'
import { photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { presentPhoto } from '../read/photos.view.ts'
import { addPhotoWithFiles } from './add-photo.ts'

const { PHOTO_INCOMPLETE } = photoErrors.registry

export function addPhotoRoute(platform: Platform): Route {
  return commandRoute(platform, photoApi.addPhoto, async ({ body: { title, photo } }, context) => {
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

export function renamePhotoRoute(platform: Platform): Route {
  const present = async (id: string) => ({ status: 200, ...(await presentPhoto(platform.sql, id)) })
  return commandRoute(
    platform,
    photoApi.renamePhoto,
    async ({ params: { id }, body: data }, { send, expectedVersion }) => {
      await send(renamePhotoDecider, photoStream(id), { type: 'RenamePhoto', data }, { expectedVersion })
      return present(id)
    },
    { current: ({ params }) => present(params.id) },
  )
}

/** Its files are not served any more from the fact on; an automation deletes them from the database. */
export function deletePhotoRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    photoApi.deletePhoto,
    async ({ params: { id } }, { expectedVersion, send }) => {
      await send(deletePhotoDecider, photoStream(id), { type: 'DeletePhoto', data: {} }, { expectedVersion })
      return { status: 204, body: undefined }
    },
    {
      current: async ({ params }) => {
        const { body, version } = await presentPhoto(platform.sql, params.id)
        // The declaration knows no body for what is gone; a stale caller gets what is there.
        return { status: 200, body: body as unknown as undefined, version }
      },
    },
  )
}
