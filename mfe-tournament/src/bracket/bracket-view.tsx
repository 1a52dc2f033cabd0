import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { useEffect, useState } from 'react'
import { BracketBoards } from './bracket-boards.tsx'
import type { Following } from './bracket-game.tsx'
import { BracketRounds } from './bracket-rounds.tsx'
import { drawBoards } from './drawn-bracket.ts'
import { FinalPlaces } from './final-places.tsx'

export interface ShownGames {
  /** The number of teams that play for places. */
  readonly teams: number
  /** Names of fields by their ids. */
  readonly fields: ReadonlyMap<string, string>
  /** The team whose path stands out. */
  readonly following: Following
  /** True where a press on the label of a game leads to its result. */
  readonly isStaff: boolean
}

interface BracketViewProps {
  readonly bracket: ShownBracket
  readonly fields: ReadonlyMap<string, string>
  readonly isStaff: boolean
}

/** Shows boards where the window is wide enough for them, otherwise one round at a time. */
export function BracketView({ bracket, fields, isStaff }: BracketViewProps) {
  const [held, setHeld] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const boards = drawBoards(bracket)
  const columns = Math.max(...boards.map((board) => board.columns.length))
  const isWide = useMedia(`(width >= ${columns * columnRem + marginRem}rem)`)
  const shown: ShownGames = {
    teams: bracket.places.length,
    fields,
    following: { team: pointed ?? held, held, hold: setHeld, point: setPointed },
    isStaff,
  }
  return (
    <>
      {isWide ? (
        <BracketBoards boards={boards} {...shown} places={bracket.places} />
      ) : (
        <BracketRounds bracket={bracket} {...shown} />
      )}
      <FinalPlaces places={bracket.places} following={shown.following} />
    </>
  )
}

/** Names of teams are legible in a column of this width. */
const columnRem = 12.5
const marginRem = 6

function useMedia(query: string): boolean {
  const [does, setDoes] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const look = () => setDoes(list.matches)
    look()
    list.addEventListener('change', look)
    return () => list.removeEventListener('change', look)
  }, [query])
  return does
}
