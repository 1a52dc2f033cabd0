import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { erasureStream } from '../erasure.ts'
import { type DeclineForgetting, declineForgettingDecider } from './decide.ts'

export function declineForgettingRoute({ commands }: Platform): Route {
  return route(staffApi.declineForgetting, async ({ params: { id }, body: { reason } }, { command: context }) => {
    const command: DeclineForgetting = { type: 'DeclineForgetting', data: { reason }, metadata: { now: context.now } }
    await commands.handle(declineForgettingDecider, { stream: erasureStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}
