import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { addSlotDecider, changeSlotDecider, deleteSlotDecider, slotStream } from '@ultimate/events/dinner/slot.ts'
import { slotApi } from '@ultimate/events/dinner/slots/slot-api.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Edition } from '../../platform/edition.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { readSlot } from '../read/signups.view.ts'
import { cancelSignups } from './signup-commands.ts'

export const slotRoutes = (platform: Platform): Route[] => [
  addSlotRoute(platform),
  changeSlotRoute(platform),
  deleteSlotRoute(platform),
]

function addSlotRoute(platform: Platform): Route {
  return commandRoute(platform, slotApi.addSlot, async ({ body }, context) => {
    const id = context.newId()
    await context.send(addSlotDecider, slotStream(id), { type: 'AddSlot', data: body }, { startsStream: true })
    return { ...(await answerSlot(context.current, id)), status: 201 }
  })
}

/** `If-Match` names the slot's revision, not the version of its stream, so that a sign-up makes no edit stale. */
function changeSlotRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    slotApi.changeSlot,
    async ({ params: { id }, body: change }, { send, current, expectedVersion: expectedRevision }) => {
      await send(changeSlotDecider, slotStream(id), { type: 'ChangeSlot', data: { change, expectedRevision } })
      return answerSlot(current, id)
    },
    { answerIfStale: ({ params }, { current }) => answerSlot(current, params.id) },
  )
}

/** Cancels the sign-ups of the slot too; if that is interrupted, an automation completes it. */
function deleteSlotRoute(platform: Platform): Route {
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
        const { body, ...answer } = await answerSlot(current, params.id)
        // The endpoint declares no body, because a deleted slot has none; a stale caller gets the slot as it is.
        return { ...answer, body: body as unknown as undefined }
      },
    },
  )
}

async function answerSlot(current: Edition, id: string) {
  const { slot, revision } = (await readSlot(current, id)) ?? dinnerErrors.fail('SLOT_NOT_FOUND')
  return { status: 200, body: { slot }, version: revision }
}
