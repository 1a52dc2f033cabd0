import { cachedUntilAppend } from '@ultimate/event-store/read/log.ts'
import { parseLogoHash } from '@ultimate/events/language/club-logo.ts'
import { editionApi } from '@ultimate/events/staff/edition-api.ts'
import { logoErrors } from '@ultimate/events/staff/logo.ts'
import { photoExtensions, photoTypes } from '@ultimate/events/staff/photo.ts'
import { photoApi } from '@ultimate/events/staff/photo-api.ts'
import { photoErrors } from '@ultimate/events/staff/photo-limits.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readFile, readLogo } from '../photos/photo-files.query.ts'
import { listPhotos } from './photos.view.ts'

export function listPhotosRoute({ sql, log }: Platform): Route {
  // The same body as long as nothing happens, because the server writes out each object once.
  const list = cachedUntilAppend(log, async () => ({ photos: await listPhotos(sql) }))
  return route(photoApi.listPhotos, async () => ({ status: 200, body: await list() }))
}

const yearSeconds = 365 * 24 * 60 * 60

export function photoFileRoute({ sql }: Platform): Route {
  return route(photoApi.photoFile, async ({ params: { name } }) => {
    const [hash = '', extension] = name.split('.')
    const type = photoTypes.find((it) => photoExtensions[it] === extension) ?? 'image/jpeg'
    const content = (await readFile(sql, { hash, type })) ?? photoErrors.fail('PHOTO_NOT_FOUND')
    return fileAnswer(content, type)
  })
}

export function logoFileRoute({ sql }: Platform): Route {
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
