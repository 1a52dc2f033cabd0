import type { BoardItem, Session } from '@ultimate/events/dinner/board/board-api.ts'
import { type BoardState, buildBoard, type DishPlace, placeName, type Zone } from '@ultimate/events/dinner/board.ts'
import type { QueuedStatus } from '@ultimate/kit/offline-queue/command.ts'
import { createContext, use, useLayoutEffect, useRef, useState } from 'react'
import type { BoardDish } from './board-query.ts'

/** The actions of a user on the live board. The object stays the same, so that no dish renders again for it. */
export interface BoardActions {
  readonly tapDish: (dish: string, at: DishPlace) => void
  readonly tapPlace: (place: DishPlace) => void
  readonly done: (dish: string) => void
}

export interface BoardView {
  readonly session: Session
  /** The moment of a replayed board; undefined on the live one. */
  readonly asOf?: string | undefined
  /** Null where the board is read-only. */
  readonly actions: BoardActions | null
}

/** The marks on dishes, which change often. The zones hand each dish its own: a context would be read at every dish. */
export interface BoardMarks {
  /** The dish that is picked up. */
  readonly held: string | null
  /** The name of the user who has just moved a dish, by its id; on the live board, of other users only. */
  readonly news: ReadonlyMap<string, string>
  /** The step of the last command of this device about a dish, by its id, until the server has answered. */
  readonly statuses?: ReadonlyMap<string, QueuedStatus>
}

/** Collects the marks of one dish. */
export const collectMarks = ({ held, news, statuses }: BoardMarks, dish: string) => ({
  isHeld: held === dish,
  mover: news.get(dish),
  status: statuses?.get(dish),
})

const View = createContext<BoardView | null>(null)

export const BoardViewProvider = View

/** Returns the same functions for as long as the board is there; each calls the one of the latest rendering. */
export function useSteadyActions<Actions extends object>(actions: Actions): Actions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const names = Object.keys(actions) as (keyof Actions)[]
  const [steady] = useState(() => {
    const later =
      (name: keyof Actions) =>
      (...given: unknown[]) =>
        (latest.current[name] as (...given: unknown[]) => unknown)(...given)
    return Object.fromEntries(names.map((name) => [name, later(name)])) as Actions
  })
  return steady
}

export function useBoardView(): BoardView {
  const view = use(View)
  if (view === null) throw new Error('a dish can only be drawn on a board')
  return view
}

export interface ShownItem {
  readonly item: BoardItem
  readonly place: DishPlace
}

/** The dishes where the board shows them: the server's answer, with the changes under way on top. */
export const shownItems = ({ dishes, session }: BoardState<BoardDish>): readonly ShownItem[] =>
  buildBoard(dishes, session).items.map(({ dish, buffetEnteredAt, buffetTotalDuration }) => ({
    item: withClock(dish.item, buffetEnteredAt, dish.item.buffet_total_duration + buffetTotalDuration),
    place: dish.state.place,
  }))

/** The item itself where its clock shows the same: a dish that is drawn as it was is not drawn again. */
function withClock(item: BoardItem, enteredAt: string | null, total: number): BoardItem {
  const isSame =
    item.emptied_at === null && item.buffet_entered_at === enteredAt && item.buffet_total_duration === total
  return isSame ? item : { ...item, emptied_at: null, buffet_entered_at: enteredAt, buffet_total_duration: total }
}

/** The finished dishes, with those that were just marked as done here. */
export const shownFinished = ({ dishes, session }: BoardState<BoardDish>): readonly BoardItem[] =>
  buildBoard(dishes, session).finished.map(({ dish }) => dish.item)

export const inZone = (items: readonly ShownItem[], zone: Zone): readonly ShownItem[] =>
  items.filter(({ place }) => place.zone === zone)

/** A place as words within a sentence: `in Holding`, `on Buffet 3`. */
export const standsOn = (place: DishPlace): string => `${place.zone === 'holding' ? 'in' : 'on'} ${placeName(place)}`

/** A place as the value of a data attribute; `placeFromKey` reads it back. */
export const placeKey = (place: DishPlace): string =>
  place.zone === 'holding' ? 'holding' : `${place.zone}/${place.position}`

export function placeFromKey(key: string): DishPlace | null {
  const [zone, position] = key.split('/')
  if (zone === 'holding') return { zone }
  return zone === 'warming' || zone === 'buffet' ? { zone, position: Number(position) } : null
}
