import { divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { ShownBracket } from '@ultimate/events/tournament/weekend/games-api.ts'
import { FeatheredDisc } from '@ultimate/kit/art/feathered-disc.tsx'
import { type CSSProperties, useId } from 'react'
import { findWinner } from '../game-result.ts'
import { playsIn } from '../shown-games.ts'
import styles from './bracket-boards.module.css'
import { BracketGame } from './bracket-game.tsx'
import type { BothBrackets } from './bracket-query.ts'
import type { BracketContext } from './bracket-view.tsx'
import { type Board, drawBoards, type Link } from './drawn-bracket.ts'

interface BracketBoardsProps extends BracketContext {
  readonly boards: readonly Board[]
  readonly places: ShownBracket['places']
}

/** The bracket in wide windows: the championship, and below it the boards of the other places. */
export function BracketBoards({ boards, places, ...context }: BracketBoardsProps) {
  const [championship, ...others] = boards
  const widest = championship?.columns.length ?? 1
  return (
    <div className={styles['boards']}>
      {championship && (
        <section className={styles['championship']} data-ground="festive" aria-label="Championship">
          <header className={styles['crown']}>
            <h2>Championship</h2>
            <Champion places={places} />
          </header>
          <DrawnBoard board={championship} {...context} />
        </section>
      )}
      <div className={styles['others']}>
        {others.map((board) => (
          <PlacesBoard key={board.bestPlace} board={board} widest={widest} {...context} />
        ))}
      </div>
    </div>
  )
}

export function Champion({ places }: { readonly places: ShownBracket['places'] }) {
  const champion = places[0]?.team
  return (
    <div className={styles['champion']}>
      <p className={styles['won']}>
        {champion ? (
          <>
            Champion <b key={champion.id}>{champion.name}</b>
          </>
        ) : (
          'Who will take it?'
        )}
      </p>
      <FeatheredDisc className={styles['disc']} />
    </div>
  )
}

interface PlacesBoardProps extends BracketContext {
  readonly board: Board
  /** The number of columns of the widest board, so that columns of all boards are equally wide. */
  readonly widest: number
}

function PlacesBoard({ board, widest, ...context }: PlacesBoardProps) {
  const id = useId()
  const share = { '--share': board.columns.length / widest } as CSSProperties
  return (
    <section className={styles['places']} style={share} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {board.title}
      </h2>
      <DrawnBoard board={board} {...context} />
    </section>
  )
}

interface DrawnBoardProps extends BracketContext {
  readonly board: Board
}

/** Rounds as columns, with lines to the next games of the winners. For screen readers, it is a list of rounds and games. */
function DrawnBoard({ board, ...context }: DrawnBoardProps) {
  const { columns, rows, games } = board
  const size = { '--columns': columns.length, '--rows': rows } as CSSProperties
  return (
    <div className={styles['board']} style={size}>
      <Flights board={board} team={context.following.team} />
      <ol className={styles['rounds']}>
        {columns.map((title, column) => (
          <li key={title} style={{ '--column': column } as CSSProperties}>
            <h3 className={styles['round']}>{title}</h3>
            <ol>
              {games
                .filter((one) => one.column === column)
                .map(({ game, row }) => (
                  <li key={game.id} className={styles['place']} style={{ '--row': row } as CSSProperties}>
                    <BracketGame game={game} {...context} />
                  </li>
                ))}
            </ol>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The share of a column that a game takes; the lines take the other part. */
const cardShare = 0.86

interface FlightsProps {
  readonly board: Board
  readonly team: string | null
}

/** The lines to the next games: dotted until a team has won, and bold on the path of a team. */
function Flights({ board: { columns, rows, links }, team }: FlightsProps) {
  return (
    <svg
      className={styles['flights']}
      viewBox={`0 0 ${columns.length - 1 + cardShare} ${rows}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {links.map((link) => (
        <path
          key={`${link.from.game.id} ${link.side}`}
          d={drawFlight(link)}
          vectorEffect="non-scaling-stroke"
          data-won={findWinner(link.from.game) !== null || undefined}
          data-on-path={(playsIn(link.from.game, team) && link.to.game[link.side].team?.id === team) || undefined}
        />
      ))}
    </svg>
  )
}

function drawFlight({ from, to, side }: Link): string {
  const [x, y] = [from.column + cardShare, from.row + 0.5]
  const [toX, toY] = [to.column, to.row + (side === 'home' ? 0.4 : 0.6)]
  const bend = (toX - x) / 2
  return `M${x} ${y}C${x + bend} ${y} ${toX - bend} ${toY} ${toX} ${toY}`
}

interface BracketSheetsProps {
  readonly brackets: BothBrackets
  readonly fields: ReadonlyMap<string, string>
  /** A sentence that shows how current the sheets are. */
  readonly note: string
}

const nothing = () => undefined
const following = { team: null, selected: null, select: nothing, hover: nothing }

/** The brackets on paper: a page for each division, to be pinned on a wall. */
export function BracketSheets({ brackets, fields, note }: BracketSheetsProps) {
  return divisions.map((division) => {
    const { bracket } = brackets[division]
    if (!bracket) return null
    const context: BracketContext = { teams: bracket.places.length, fields, following, isStaff: false }
    const strips = packBoards(drawBoards(bracket))
    const rows = strips.reduce((sum, strip) => sum + computeHeight(strip) + titleRows, 0)
    return (
      <section key={division} className={styles['sheet']} style={{ '--sheet-rows': rows } as CSSProperties}>
        <header>
          <h2>Bracket, {divisionLabels[division]}</h2>
          <p>{note}</p>
        </header>
        {strips.map((strip) => (
          <div key={strip[0]?.bestPlace} className={styles['strip']}>
            {strip.map((board) => (
              <div
                key={board.bestPlace}
                style={{ '--share': board.columns.length / findWidest(strips) } as CSSProperties}
              >
                <h3>{board.title}</h3>
                <DrawnBoard board={board} {...context} />
              </div>
            ))}
          </div>
        ))}
      </section>
    )
  })
}

/** The title of a board and of its columns, in heights of a game. */
const titleRows = 0.8

const computeWidth = (boards: readonly Board[]): number => boards.reduce((sum, { columns }) => sum + columns.length, 0)
const computeHeight = (boards: readonly Board[]): number => Math.max(...boards.map(({ rows }) => rows))
const findWidest = (strips: readonly (readonly Board[])[]): number => Math.max(...strips.map(computeWidth))

/** Puts boards side by side into strips that are no wider than the championship. */
export function packBoards(boards: readonly Board[]): Board[][] {
  const [championship, ...others] = boards
  if (!championship) return []
  const strips: Board[][] = []
  // The highest boards first, because lower boards beside them take no more height.
  for (const board of others.toSorted((one, other) => other.rows - one.rows || one.bestPlace - other.bestPlace)) {
    const strip = strips.find((one) => computeWidth(one) + board.columns.length <= championship.columns.length)
    if (strip) strip.push(board)
    else strips.push([board])
  }
  const inOrder = strips.map((strip) => strip.toSorted((one, other) => one.bestPlace - other.bestPlace))
  return [[championship], ...inOrder.toSorted(([one], [other]) => (one?.bestPlace ?? 0) - (other?.bestPlace ?? 0))]
}
