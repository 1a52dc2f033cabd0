import { boardOf } from '@ultimate/events/dinner/board/board.ts'
import { boardApi } from '@ultimate/events/dinner/board/board-api.ts'
import type { Layout } from '@ultimate/events/dinner/board/place.ts'
import type { Edition, EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { sessionAnswer } from '../../read/board/answer.ts'
import { readBoard } from '../../read/board/query.ts'
import { dinnerStream } from '../dinner.ts'
import { type ChangeLayout, changeLayoutDecider } from './decide.ts'

export function changeLayoutRoute({ commands, current }: EditionPlatform): Route {
  return route(
    boardApi.changeLayout,
    async ({ body }, context) => {
      const layout = { warmingSlots: body.warming_slots, buffetSlots: body.buffet_slots }
      const command: ChangeLayout = {
        type: 'ChangeLayout',
        data: { layout, occupied: await occupiedLayout(current) },
        metadata: { now: context.command.now },
      }
      await commands.handle(
        changeLayoutDecider,
        { stream: dinnerStream(current.edition), command, expectedVersion: context.expectedVersion },
        context.command,
      )
      return sessionAnswer(current)
    },
    { current: () => sessionAnswer(current) },
  )
}

/** A board without places of its own has exactly those that its dishes need. */
export async function occupiedLayout(current: Edition): Promise<Layout> {
  const { dishes, session } = await readBoard(current)
  return boardOf(dishes, { ...session, warmingSlots: 0, buffetSlots: 0 }).layout
}
