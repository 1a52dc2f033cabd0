import { photoApi } from '@ultimate/events/staff/photo-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { presentPhoto } from '../../read/photos/query.ts'
import { photoStream } from '../photo.ts'
import { type DeletePhoto, deletePhotoDecider } from './decide.ts'

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
