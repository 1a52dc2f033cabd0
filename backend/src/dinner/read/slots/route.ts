import { slotApi } from '@ultimate/events/dinner/slot-api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { readSlots } from './query.ts'

export function listSlotsRoute({ sql }: Platform): Route {
  return route(slotApi.listSlots, async () => ({ status: 200, body: { slots: await readSlots(sql) } }))
}
