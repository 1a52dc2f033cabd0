import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSlots } from './slots.view.ts'

export function listSlotsRoute({ current }: Platform): Route {
  return route(slotApi.listSlots, async () => ({ status: 200, body: { slots: await readSlots(current) } }))
}
