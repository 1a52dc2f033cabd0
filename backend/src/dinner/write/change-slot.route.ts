import {
  type AddSlot,
  addSlotDecider,
  type ChangeSlot,
  changeSlotDecider,
  type DeleteSlot,
  deleteSlotDecider,
} from '@ultimate/events/dinner/change-slot.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { slotStream } from '@ultimate/events/dinner/slot.ts'
import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { Edition } from '../../platform/edition.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSlot } from '../read/slots.view.ts'
import { cancelSignup } from './cancel-signup.ts'

export function addSlotRoute({ commands, current }: Platform): Route {
  return route(slotApi.addSlot, async ({ body }, context) => {
    const id = context.newId()
    const command: AddSlot = { type: 'AddSlot', data: body, metadata: { now: context.command.now } }
    await commands.handle(addSlotDecider, { stream: slotStream(id), command, startsStream: true }, context.command)
    return { ...(await present(current, id)), status: 201 }
  })
}

/** `If-Match` names the slot's revision, not the version of its stream: sign-ups stop no editor. */
export function changeSlotRoute({ commands, current }: Platform): Route {
  return route(
    slotApi.changeSlot,
    async ({ params: { id }, body }, { command: context, expectedVersion }) => {
      const command: ChangeSlot = {
        type: 'ChangeSlot',
        data: { change: body, expectedRevision: expectedVersion },
        metadata: { now: context.now },
      }
      await commands.handle(changeSlotDecider, { stream: slotStream(id), command }, context)
      return present(current, id)
    },
    { current: ({ params }) => present(current, params.id) },
  )
}

/** Lists and board lose the sign-ups with the slot; an automation makes sure that they leave their places there. */
export function deleteSlotRoute({ commands, current }: Platform): Route {
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
        await cancelSignup(
          commands,
          { signupId, slotId: id, reason: 'slot-deleted' },
          { ...context, idempotency: null },
        )
      return { status: 204, body: undefined }
    },
    {
      current: async ({ params }) => {
        const { body, ...answer } = await present(current, params.id)
        // The declaration knows no body for what is gone; a stale caller gets what is there.
        return { ...answer, body: body as unknown as undefined }
      },
    },
  )
}

async function present(current: Edition, id: string) {
  const { slot, revision } = (await readSlot(current, id)) ?? dinnerErrors.fail('SLOT_NOT_FOUND')
  return { status: 200, body: { slot }, version: revision }
}
