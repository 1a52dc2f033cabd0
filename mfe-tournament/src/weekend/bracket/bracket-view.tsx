import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { Feather, type FeatherTone } from '@ultimate/kit/art/feather.tsx'
import { Medal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BracketBoards } from './bracket-boards.tsx'
import type { Following } from './bracket-game.tsx'
import { BracketRounds } from './bracket-rounds.tsx'
import styles from './bracket-view.module.css'
import { ordinal } from './bracket-words.ts'
import { drawBoards } from './drawn-bracket.ts'

/** The facts that every game of a bracket is drawn with. */
export interface BracketContext {
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
  const [selected, setSelected] = useState<string | null>(null)
  const [hovered, setHovered] = useState<string | null>(null)
  const boards = drawBoards(bracket)
  const columns = Math.max(...boards.map((board) => board.columns.length))
  const isWide = useMedia(`(width >= ${columns * columnRem + marginRem}rem)`)
  const context: BracketContext = {
    teams: bracket.places.length,
    fields,
    following: { team: hovered ?? selected, selected, select: setSelected, hover: setHovered },
    isStaff,
  }
  return (
    <>
      {isWide ? (
        <BracketBoards boards={boards} {...context} places={bracket.places} />
      ) : (
        <BracketRounds bracket={bracket} {...context} />
      )}
      <FinalPlaces places={bracket.places} following={context.following} />
    </>
  )
}

/** The width of a column in which names of teams are legible. */
const columnRem = 12.5
const marginRem = 6

function useMedia(query: string): boolean {
  const [isMatching, setMatching] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const update = () => setMatching(list.matches)
    update()
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query])
  return isMatching
}

interface FinalPlacesProps {
  readonly places: ShownBracket['places']
  readonly following: Pick<Following, 'team'>
}

const feathers: readonly FeatherTone[] = ['gold', 'cranberry', 'pumpkin']

/** The final places, as far as they are decided. */
function FinalPlaces({ places, following }: FinalPlacesProps) {
  return (
    <section className={styles['places']} aria-labelledby="final-places">
      <h2 id="final-places">Final places</h2>
      <ol className={styles['list']}>
        {places.map(({ place, team }) => (
          <li
            key={place}
            className={styles['place']}
            data-place={place}
            data-open={team === null || undefined}
            data-on-path={(team !== null && team.id === following.team) || undefined}
          >
            <span className={styles['rank']}>
              {place <= 3 && <Medal className={styles['medal']} aria-hidden="true" />}
              {ordinal(place)}
            </span>
            <bdi key={team?.id ?? 'open'}>{team?.name ?? 'To be decided'}</bdi>
            {place <= 3 && team && <Feather tone={feathers[place - 1] ?? 'gold'} className={styles['feather']} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
