import { clockTime } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { KeyboardEvent } from 'react'
import { dayName } from '../../shown-games.ts'
import styles from './draft-grid.module.css'
import type { RoundAndField } from './draft-plan.ts'
import { GameButton } from './game-button.tsx'

interface GridProps {
  readonly draft: ScheduleDraft
  /** The game that is picked up. */
  readonly held: string | null
  readonly isWriting: boolean
  readonly onHold: (game: string | null) => void
  readonly onPlace: (place: RoundAndField) => void
}

/** Rounds down, fields across. Arrow keys walk from place to place. */
export function DraftGrid({ draft, ...rest }: GridProps) {
  const { days, fields, games } = draft
  return (
    <section className={styles['scroller']} data-region="" aria-label="Schedule grid" onKeyDownCapture={walkGrid}>
      <table className={styles['grid']}>
        {days.map(({ date, rounds }) => (
          <tbody key={date}>
            <tr>
              <th scope="col" className={styles['day']}>
                {dayName(date)}
              </th>
              {fields.map(({ id, name }) => (
                <th key={id} scope="col" className={styles['field']}>
                  {name}
                </th>
              ))}
            </tr>
            {rounds.map((round) => (
              <tr key={round.id} data-row="">
                <th scope="row" className={styles['time']}>
                  {clockTime(round.start)}
                </th>
                {fields.map((field) => (
                  <GridCell
                    key={field.id}
                    place={{ round: round.id, field: field.id }}
                    name={`${field.name}, ${dayName(date)}, ${clockTime(round.start)}`}
                    start={round.start}
                    games={games.filter(({ round_id, field_id }) => round_id === round.id && field_id === field.id)}
                    draft={draft}
                    {...rest}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

interface GridCellProps extends GridProps {
  readonly place: RoundAndField
  readonly name: string
  /** The start of its round. */
  readonly start: string
  readonly games: readonly Game[]
}

/** A place of the grid: its button puts the held game here, or else picks up the game in this place. */
function GridCell({ place, name, start, games, draft, held, isWriting, onHold, onPlace }: GridCellProps) {
  const [first, ...others] = games
  const takesHeld = held !== null && !games.some(({ id }) => id === held)
  const tap = (game: Game | undefined) => {
    if (isWriting) return
    if (takesHeld) onPlace(place)
    else if (game) onHold(game.id === held ? null : game.id)
  }
  // A free place has a button without a game: then `first` is undefined, and `others` is empty. The first game has the
  // same key, so that the button keeps the focus while games come and go.
  return (
    <td className={styles['cell']} data-possible={takesHeld || undefined} {...markPlace(place)}>
      {[first, ...others].map((game, index) => (
        <GameButton
          key={index === 0 ? 'place' : game?.id}
          id={`${place.round}/${place.field}/${index}`}
          game={game}
          place={name}
          start={start}
          draft={draft}
          isHeld={game !== undefined && game.id === held}
          isWriting={isWriting}
          isIdle={!takesHeld && game === undefined}
          onTap={() => tap(game)}
        />
      ))}
    </td>
  )
}

const steps: Readonly<Record<string, { readonly row: number; readonly column: number }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** Moves the focus to the button of the next place in the direction of an arrow key. */
function walkGrid(event: KeyboardEvent): void {
  const step = steps[event.key]
  const cell = (event.target as Element).closest('td')
  const row = cell?.closest('tr')
  if (!step || !cell || !row) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>('[data-row]')]
  // The time is the first cell of a row, but no `td`.
  const column = cell.cellIndex - 1
  const nextCell = rows[rows.indexOf(row) + step.row]?.querySelectorAll('td')[column + step.column]
  nextCell?.querySelector('button')?.focus()
}

/** Marks an element as the place of a game that is dropped there: `DragArea` finds elements by `data-drop`. */
export const markPlace = ({ round, field }: RoundAndField) => ({ 'data-drop': round ?? '', 'data-field': field ?? '' })

/** Marks an element on which a dropped game gives up its place. */
export const markNoPlace = { 'data-drop': '' }

/** Returns the place of a marked element. */
export const placeOfTarget = ({ dataset: { drop, field } }: HTMLElement): RoundAndField =>
  drop && field ? { round: drop, field } : { round: null, field: null }
