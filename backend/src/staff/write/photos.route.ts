import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { parseLogoHash } from '@ultimate/events/language/club-logo.ts'
import { deletePhotoDecider, photoStream, renamePhotoDecider } from '@ultimate/events/staff/change-photos.ts'
import { editionApi } from '@ultimate/events/staff/edition-api.ts'
import { logoErrors } from '@ultimate/events/staff/logo.ts'
import { photoExtensions, photoTitle, photoTypes } from '@ultimate/events/staff/photo.ts'
import { photoApi } from '@ultimate/events/staff/photo-api.ts'
import { photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readFile, readLogo } from '../photos/photo-files.query.ts'
import { listPhotos, presentPhoto } from '../read/photos.view.ts'
import { addPhotoWithFiles } from './add-photo.ts'

export const photoRoutes = (platform: Platform): Route[] => [
  logoFileRoute(platform),
  listPhotosRoute(platform),
  photoFileRoute(platform),
  addPhotoRoute(platform),
  renamePhotoRoute(platform),
  deletePhotoRoute(platform),
]

function listPhotosRoute({ sql, log }: Platform): Route {
  // The same object until something is appended, because the server serializes each object once.
  const list = cachedUntilAppend(log, async () => ({ photos: await listPhotos(sql) }))
  return route(photoApi.listPhotos, async () => ({ status: 200, body: await list() }))
}

const yearSeconds = 365 * 24 * 60 * 60

function photoFileRoute({ sql }: Platform): Route {
  return route(photoApi.photoFile, async ({ params: { name } }) => {
    const [hash = '', extension] = name.split('.')
    const type = photoTypes.find((it) => photoExtensions[it] === extension) ?? 'image/jpeg'
    const content = (await readFile(sql, { hash, type })) ?? photoErrors.fail('PHOTO_NOT_FOUND')
    return fileAnswer(content, type)
  })
}

function logoFileRoute({ sql }: Platform): Route {
  return route(editionApi.logoFile, async ({ params: { name } }) => {
    const content = (await readLogo(sql, parseLogoHash(name))) ?? logoErrors.fail('LOGO_NOT_FOUND')
    return fileAnswer(content, 'image/webp')
  })
}

const fileAnswer = (content: Buffer, type: string) => ({
  status: 200,
  // The declaration knows no type for a body that is not JSON.
  body: content as unknown as undefined,
  headers: { 'content-type': type, 'cache-control': `public, max-age=${yearSeconds}, immutable` },
})

const { PHOTO_INCOMPLETE } = photoErrors.registry

function addPhotoRoute(platform: Platform): Route {
  return commandRoute(platform, photoApi.addPhoto, async ({ body: { title, photo } }, context) => {
    const parsedTitle = photoTitle.safeParse(title)
    if (!parsedTitle.success || !photo) {
      const missing = [...(parsedTitle.success ? [] : ['title']), ...(photo ? [] : ['photo'])]
      const fields = Object.fromEntries(missing.map((field) => [field, PHOTO_INCOMPLETE.message]))
      return photoErrors.fail('PHOTO_INCOMPLETE', fields)
    }
    const id = context.newId()
    await addPhotoWithFiles(
      platform,
      { id, title: parsedTitle.data, picture: await photo.bytes() },
      context.commandContext,
    )
    return { status: 201, ...(await presentPhoto(platform.sql, id)) }
  })
}

function renamePhotoRoute(platform: Platform): Route {
  const present = async (id: string) => ({ status: 200, ...(await presentPhoto(platform.sql, id)) })
  return commandRoute(
    platform,
    photoApi.renamePhoto,
    async ({ params: { id }, body: data }, { send, expectedVersion }) => {
      await send(renamePhotoDecider, photoStream(id), { type: 'RenamePhoto', data }, { expectedVersion })
      return present(id)
    },
    { answerIfStale: ({ params }) => present(params.id) },
  )
}

/** Deletes a photo: its files are no longer served, and an automation deletes them from the database. */
function deletePhotoRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    photoApi.deletePhoto,
    async ({ params: { id } }, { expectedVersion, send }) => {
      await send(deletePhotoDecider, photoStream(id), { type: 'DeletePhoto', data: {} }, { expectedVersion })
      return { status: 204, body: undefined }
    },
    {
      answerIfStale: async ({ params }) => {
        const { body, version } = await presentPhoto(platform.sql, params.id)
        // The declaration knows no body for what is gone; a stale caller gets what is there.
        return { status: 200, body: body as unknown as undefined, version }
      },
    },
  )
}
