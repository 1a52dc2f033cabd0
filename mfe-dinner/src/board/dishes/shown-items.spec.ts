import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { describe, expect, it } from 'vitest'
import { type LoadedBoard, toBoardState } from '../board-query.ts'
import { type DishChange, withChanges } from '../moves/move-dish.machine.ts'
import { listShownFinished, listShownItems } from './shown-items.ts'

const at = (minutes: number): string => new Date(Date.UTC(2025, 10, 22, 18, minutes)).toISOString()
const item = (id: string, changes: Partial<BoardItem>) =>
  ({
    id,
    checked_at: at(-60),
    management_zone: 'holding',
    management_position: null,
    buffet_entered_at: null,
    buffet_total_duration: 0,
    emptied_at: null,
    emptied_from: null,
    ...changes,
  }) as BoardItem
const onBuffet = { management_zone: 'buffet', management_position: 0 } as const
const ham = item('ham', { ...onBuffet, buffet_entered_at: at(10), buffet_total_duration: 30 })
const pie = item('pie', {})
const done = { management_zone: 'buffet', emptied_at: at(20), emptied_from: 1, buffet_total_duration: 300 } as const
const soup = item('soup', done)
const board: LoadedBoard = {
  dinner: 1,
  session: { started_at: at(0), finished_at: null, warming_slots: 4, buffet_slots: 4 },
  items: [pie, ham],
  finished: [soup],
  leftovers: [],
}
const buffet = (position: number): DishPlace => ({ zone: 'buffet', position })
const attempt = { key: 'k', at: at(30) }
const shownAfter = (...changes: DishChange[]) => withChanges(toBoardState(board), changes)
const find = (id: string, ...changes: DishChange[]) =>
  listShownItems(shownAfter(...changes)).find((shown) => shown.item.id === id)

describe('The board on the screen', () => {
  it('is the answer of the server, the very same items, while nothing is on its way', () => {
    expect(find('ham')?.item).toBe(ham)
    expect(find('pie')).toEqual({ item: pie, place: { zone: 'holding' } })
    expect(listShownFinished(shownAfter())).toEqual([soup])
  })

  it('times a dish that was just put on the buffet from then', () => {
    const move = {
      kind: 'move',
      dish: 'pie',
      from: { zone: 'holding' },
      to: buffet(2),
      isUndo: false,
      attempt,
    } as const
    expect(find('pie', move)).toMatchObject({ item: { buffet_entered_at: at(30) }, place: buffet(2) })
  })

  it('times a dish on as if it had never been done, once that is taken back', () => {
    const back = find('soup', { kind: 'put back', dish: 'soup', to: buffet(1), isUndo: false, attempt })
    const clock = { emptied_at: null, buffet_entered_at: at(20), buffet_total_duration: 300 }
    expect(back).toMatchObject({ item: clock, place: buffet(1) })
  })

  it('counts the stay of a dish that leaves the buffet', () => {
    const away = {
      kind: 'move',
      dish: 'ham',
      from: buffet(0),
      to: { zone: 'holding' },
      isUndo: false,
      attempt,
    } as const
    const clock = { buffet_entered_at: null, buffet_total_duration: 30 + 20 * 60 }
    expect(find('ham', away)?.item).toMatchObject(clock)
  })

  it('lists what was just marked as done among the finished dishes', () => {
    const marked = { kind: 'done', dish: 'ham', from: buffet(0), attempt } as const
    expect(listShownFinished(shownAfter(marked)).map(({ id }) => id)).toEqual(['soup', 'ham'])
    expect(find('ham', marked)).toBeUndefined()
  })
})
