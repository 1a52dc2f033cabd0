import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { addSlotDecider, changeSlotDecider, deleteSlotDecider, slotStream } from '@ultimate/events/dinner/slot.ts'
import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSlot } from '../read/signups.view.ts'
import { cancelSignups } from './signup-commands.ts'

export function addSlotRoute(platform: Platform): Route {
  return commandRoute(platform, slotApi.addSlot, async ({ body }, context) => {
    const id = context.newId()
    await context.send(addSlotDecider, slotStream(id), { type: 'AddSlot', data: body }, { startsStream: true })
    return { ...(await present(context.current, id)), status: 201 }
  })
}

/** `If-Match` names the slot's revision, not the version of its stream: sign-ups stop no editor. */
export function changeSlotRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    slotApi.changeSlot,
    async ({ params: { id }, body: change }, { send, current, expectedVersion: expectedRevision }) => {
      await send(changeSlotDecider, slotStream(id), { type: 'ChangeSlot', data: { change, expectedRevision } })
      return present(current, id)
    },
    { answerIfStale: ({ params }, { current }) => present(current, params.id) },
  )
}

/** Lists and board lose the sign-ups with the slot; an automation makes sure that they leave their places there. */
export function deleteSlotRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    slotApi.deleteSlot,
    async ({ params: { id } }, { send, expectedVersion: expectedRevision }) => {
      const command = { type: 'DeleteSlot', data: { expectedRevision } } as const
      const { events } = await send(deleteSlotDecider, slotStream(id), command)
      for (const event of events) if (event.type === 'SlotDeleted') await cancelSignups(send, event)
      return { status: 204, body: undefined }
    },
    {
      answerIfStale: async ({ params }, { current }) => {
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
