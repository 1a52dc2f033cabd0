import { cleanup, render } from '@testing-library/react'
import type { BoardItem, SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { type BoardActions, BoardViewContext } from '../board-actions.ts'
import type { BoardMarks } from '../dishes/dish-card.tsx'
import type { ShownItem } from '../dishes/shown-items.ts'
import { Zones } from './zones.tsx'

afterEach(cleanup)

const session: SessionAnswer = { started_at: null, finished_at: null, warming_slots: 24, buffet_slots: 16 }
const actions: BoardActions = { tapDish: () => undefined, tapPlace: () => undefined, markDone: () => undefined }
const view = { session, actions }
const nothing: BoardMarks = { pickedUp: null, moverByDish: new Map() }

function board(count: number) {
  const drawn = new Set<string>()
  const dishes = Array.from({ length: count }, (_, index) => {
    const id = `0190-${(index * 7919 + 104729).toString(16)}`
    const item = Object.defineProperty({ id, person_name: '', team_name: '', buffet_total_duration: 0 }, 'slot_name', {
      get: () => {
        drawn.add(id)
        return `Dish ${index}`
      },
    })
    return item as unknown as BoardItem
  })
  const items = dishes.map((item): ShownItem => ({ item, place: { zone: 'holding' } }))
  const zones = (shown: readonly ShownItem[], marks: BoardMarks) => (
    <BoardViewContext value={view}>
      <Zones items={shown} marks={marks} />
    </BoardViewContext>
  )
  const { rerender } = render(zones(items, nothing))
  return {
    items,
    show: (shown: readonly ShownItem[], marks: BoardMarks) => {
      drawn.clear()
      rerender(zones(shown, marks))
      return drawn
    },
  }
}

describe('A board of sixty dishes', () => {
  it('draws the dish that is picked up, and no other', () => {
    const { items, show } = board(60)
    const pickedUp = items[7]?.item.id ?? ''
    expect([...show(items, { ...nothing, pickedUp })]).toEqual([pickedUp])
    expect([...show(items, nothing)]).toEqual([pickedUp])
  })

  it('draws the dish that is put down, and the gap that it leaves', () => {
    const { items, show } = board(60)
    const [first, ...others] = items
    if (!first) throw new Error('there is no dish')
    const moved: ShownItem = { ...first, place: { zone: 'warming', position: 3 } }
    expect([...show([moved, ...others], nothing)]).toEqual([first.item.id])
    expect(document.querySelectorAll('#zone-holding li')).toHaveLength(60)
    expect(document.querySelector('[data-drop="warming/3"] [data-card]')).toBeTruthy()
  })
})
