import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readSlot } from '../../read/slots/query.ts'
import { slotStream } from '../slot.ts'
import { type ChangeSlot, changeSlotDecider } from './decide.ts'

/** `If-Match` names the slot's revision, not the version of its stream: sign-ups stop no editor. */
export function changeSlotRoute({ commands, current }: EditionPlatform): Route {
  const present = async (id: string) => {
    const known = (await readSlot(current, id)) ?? dinnerErrors.fail('SLOT_NOT_FOUND')
    return { status: 200, body: { slot: known.slot }, version: known.revision }
  }
  return route(
    slotApi.changeSlot,
    async ({ params: { id }, body }, { command: context, expectedVersion }) => {
      const command: ChangeSlot = {
        type: 'ChangeSlot',
        data: { change: body, expectedRevision: expectedVersion },
        metadata: { now: context.now },
      }
      await commands.handle(changeSlotDecider, { stream: slotStream(id), command }, context)
      return present(id)
    },
    { current: ({ params }) => present(params.id) },
  )
}
