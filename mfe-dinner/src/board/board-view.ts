import type { Session } from '@ultimate/events/dinner/board-api.ts'
import type { Place } from '@ultimate/events/dinner/place.ts'
import { createContext, use } from 'react'

/** What hands may do on the board. */
export interface Hands {
  readonly held: string | null
  /** By dish, who else moved it a moment ago. */
  readonly news: ReadonlyMap<string, string>
  readonly tapDish: (dish: string, at: Place) => void
  readonly tapPlace: (place: Place) => void
  readonly done: (dish: string) => void
}

export interface BoardView {
  readonly session: Session
  /** Set where the board is one of the past. */
  readonly asOf?: string | undefined
  /** Null where nothing can be moved. */
  readonly hands: Hands | null
}

const View = createContext<BoardView | null>(null)

export const BoardViewProvider = View

export function useBoardView(): BoardView {
  const view = use(View)
  if (view === null) throw new Error('a dish can only be drawn on a board')
  return view
}
