import { divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { CSSProperties } from 'react'
import { DrawnBoard } from './bracket-boards.tsx'
import type { BothBrackets } from './bracket-query.ts'
import styles from './bracket-sheets.module.css'
import type { ShownGames } from './bracket-view.tsx'
import { type Board, drawBoards } from './drawn-bracket.ts'

interface BracketSheetsProps {
  readonly brackets: BothBrackets
  readonly fields: ReadonlyMap<string, string>
  /** A sentence that shows how current the sheets are. */
  readonly note: string
}

const nothing = () => undefined
const following = { team: null, held: null, hold: nothing, point: nothing }

/** The brackets on paper: a page for each division, to be pinned on a wall. */
export function BracketSheets({ brackets, fields, note }: BracketSheetsProps) {
  return divisions.map((division) => {
    const { bracket } = brackets[division]
    if (!bracket) return null
    const shown: ShownGames = { teams: bracket.places.length, fields, following, isStaff: false }
    const strips = packBoards(drawBoards(bracket))
    const rows = strips.reduce((sum, strip) => sum + computeHeight(strip) + titleRows, 0)
    return (
      <section key={division} className={styles['sheet']} style={{ '--sheet-rows': rows } as CSSProperties}>
        <header>
          <h2>Bracket, {divisionLabels[division]}</h2>
          <p>{note}</p>
        </header>
        {strips.map((strip) => (
          <div key={strip[0]?.from} className={styles['strip']}>
            {strip.map((board) => (
              <div key={board.from} style={{ '--share': board.columns.length / findWidest(strips) } as CSSProperties}>
                <h3>{board.title}</h3>
                <DrawnBoard board={board} {...shown} />
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

/** Boards side by side, as many as are no wider than the championship. */
export function packBoards(boards: readonly Board[]): Board[][] {
  const [championship, ...others] = boards
  if (!championship) return []
  const strips: Board[][] = []
  // The highest first: those beside it cost nothing.
  for (const board of others.toSorted((one, other) => other.rows - one.rows || one.from - other.from)) {
    const strip = strips.find((those) => computeWidth(those) + board.columns.length <= championship.columns.length)
    if (strip) strip.push(board)
    else strips.push([board])
  }
  const inOrder = strips.map((strip) => strip.toSorted((one, other) => one.from - other.from))
  return [[championship], ...inOrder.toSorted(([one], [other]) => (one?.from ?? 0) - (other?.from ?? 0))]
}
