import { photoTitle } from '@ultimate/events/staff/photo.ts'
import { photoApi, photoErrors } from '@ultimate/events/staff/photo-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { presentPhoto } from '../../read/photos/query.ts'
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
