import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readSlot } from '../../read/slots/query.ts'
import { slotStream } from '../slot.ts'
import { type AddSlot, addSlotDecider } from './decide.ts'

export function addSlotRoute({ commands, current }: EditionPlatform): Route {
  return route(slotApi.addSlot, async ({ body }, context) => {
    const id = context.newId()
    const command: AddSlot = { type: 'AddSlot', data: body, metadata: { now: context.command.now } }
    await commands.handle(addSlotDecider, { stream: slotStream(id), command, startsStream: true }, context.command)
    const known = (await readSlot(current, id)) ?? dinnerErrors.fail('SLOT_NOT_FOUND')
    return { status: 201, body: { slot: known.slot }, version: known.revision }
  })
}
