import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readSlot } from '../../read/slots/query.ts'
import { slotStream } from '../slot.ts'
import { withdraw } from '../withdraw-signup/withdraw-signup.ts'
import { type DeleteSlot, deleteSlotDecider } from './decide.ts'

/** Lists and board lose the sign-ups with the slot; an automation makes sure that they leave their places there. */
export function deleteSlotRoute({ commands, current }: EditionPlatform): Route {
  return route(
    slotApi.deleteSlot,
    async ({ params: { id } }, { command: context, expectedVersion }) => {
      const command: DeleteSlot = {
        type: 'DeleteSlot',
        data: { expectedRevision: expectedVersion },
        metadata: { now: context.now },
      }
      const { events } = await commands.handle(deleteSlotDecider, { stream: slotStream(id), command }, context)
      const gone = events.flatMap(({ type, data }) => (type === 'SlotDeleted' ? data.signupIds : []))
      for (const signupId of gone)
        await withdraw(commands, { signupId, slotId: id, reason: 'slot-deleted' }, { ...context, idempotency: null })
      return { status: 204, body: undefined }
    },
    {
      current: async ({ params }) => {
        const known = (await readSlot(current, params.id)) ?? dinnerErrors.fail('SLOT_NOT_FOUND')
        // The declaration knows no body for what is gone; a stale caller gets what is there.
        return { status: 200, body: { slot: known.slot } as unknown as undefined, version: known.revision }
      },
    },
  )
}
