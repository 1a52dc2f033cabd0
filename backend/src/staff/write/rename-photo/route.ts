import { photoApi } from '@ultimate/events/staff/photo-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { presentPhoto } from '../../read/photos/query.ts'
import { photoStream } from '../photo.ts'
import { type RenamePhoto, renamePhotoDecider } from './decide.ts'

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
