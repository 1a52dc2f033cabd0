import { useDraggable } from '@dnd-kit/react'
import { clockTime, shortDivisions } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import dragStyles from '../../../pools/drag-area.module.css'
import { dayName, sideName } from '../../shown-games.ts'
import styles from './draft-grid.module.css'
import type { RoundAndField } from './draft-plan.ts'

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
  const isPossible = held !== null && !games.some(({ id }) => id === held)
  const tap = (game: Game | undefined) => {
    if (isWriting) return
    if (isPossible) onPlace(place)
    else if (game) onHold(game.id === held ? null : game.id)
  }
  // The first game of a place and a free place share one button, so that it keeps the focus while games come and go.
  return (
    <td className={styles['cell']} data-possible={isPossible || undefined} {...markPlace(place)}>
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
          isIdle={!isPossible && game === undefined}
          onTap={() => tap(game)}
        />
      ))}
    </td>
  )
}

interface GameButtonProps {
  readonly id: string
  readonly game: Game | undefined
  /** The place in words; absent for a game without one. */
  readonly place?: string
  readonly start?: string
  readonly draft: ScheduleDraft
  readonly isHeld: boolean
  readonly isWriting: boolean
  /** True where a press does nothing. */
  readonly isIdle?: boolean
  readonly onTap: () => void
}

/** A game that is dragged, or picked up by one tap and put down by the next. */
function GameButton({ id, game, place, start, draft, isHeld, isWriting, isIdle, onTap }: GameButtonProps) {
  const conflictsId = useId()
  const { ref, isDragSource } = useDraggable({
    id,
    data: { dragged: game?.id ?? '' },
    disabled: isWriting || game === undefined,
  })
  const conflicts = draft.conflicts.filter(({ games }) => game !== undefined && games.includes(game.id))
  const isClash = conflicts.some(({ kind }) => kind !== 'rest')
  return (
    <button
      ref={ref}
      type="button"
      className={styles['game']}
      data-status={game?.status}
      data-place={place === undefined ? undefined : ''}
      data-game={game?.id}
      data-conflict={conflicts.length === 0 ? undefined : isClash ? 'clash' : 'rest'}
      data-lifted={isDragSource || undefined}
      aria-pressed={game && isHeld}
      aria-disabled={isWriting || isIdle}
      aria-describedby={conflicts.length > 0 ? conflictsId : undefined}
      onClick={onTap}
    >
      {game ? (
        <GameWords game={game} start={start} isMarked={conflicts.length > 0} />
      ) : (
        <span className={styles['free']}>Free</span>
      )}
      {place !== undefined && <VisuallyHidden>{place}</VisuallyHidden>}
      {conflicts.length > 0 && (
        <span id={conflictsId} hidden>
          {conflicts.map(({ sentence }) => sentence).join(' ')}
        </span>
      )}
    </button>
  )
}

interface GameWordsProps {
  readonly game: Game
  readonly start: string | undefined
  readonly isMarked: boolean
}

function GameWords({ game, start = game.start ?? '', isMarked }: GameWordsProps) {
  return (
    <>
      <span className={styles['label']}>
        {game.label}
        <span className={styles['division']}>{shortDivisions[game.division]}</span>
        {game.start && game.start !== start && <span className={styles['late']}>{clockTime(game.start)}</span>}
        {game.status === 'cancelled' && <span className={styles['late']}>Canceled</span>}
        {isMarked && <TriangleAlert className={styles['mark']} aria-hidden="true" />}
      </span>
      <bdi className={styles['team']}>{sideName(game.home)}</bdi>
      <bdi className={styles['team']}>{sideName(game.away)}</bdi>
    </>
  )
}

/** Marks an element as the place of a game that is dropped there. */
const markPlace = ({ round, field }: RoundAndField) => ({ 'data-drop': round ?? '', 'data-field': field ?? '' })

/** Marks an element on which a dropped game gives up its place. */
const markNoPlace = { 'data-drop': '' }

/** Returns the place of an element that is marked so. */
export const placeOfTarget = ({ dataset: { drop, field } }: HTMLElement): RoundAndField =>
  drop && field ? { round: drop, field } : { round: null, field: null }

const steps: Readonly<Record<string, { readonly row: number; readonly column: number }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

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

/** Focuses a game in its new place. */
export function focusGame(game: string): void {
  document.querySelector<HTMLElement>(`[data-game="${CSS.escape(game)}"]`)?.focus()
}

const conflictLabels = { team: 'Team', field: 'Field', rest: 'Rest' } as const

/** The conflicts in sentences. Each leads to its last game. */
export function Conflicts({ draft: { conflicts } }: { readonly draft: ScheduleDraft }) {
  return (
    <section className={classNames(dragStyles['panel'], styles['panel'])} aria-labelledby="conflicts">
      <h2 id="conflicts">
        Conflicts <span>({conflicts.length})</span>
      </h2>
      {conflicts.length === 0 && <p className={styles['none']}>No team or field has two games at a time.</p>}
      <ul className={styles['list']}>
        {conflicts.map(({ kind, games, sentence }) => (
          <li key={`${sentence}/${games.join()}`}>
            <button type="button" className={styles['conflict']} onClick={() => focusGame(games.at(-1) ?? '')}>
              <Badge tone={kind === 'rest' ? 'warn' : 'bad'}>{conflictLabels[kind]}</Badge>
              <span>{sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TrayProps {
  readonly draft: ScheduleDraft
  readonly held: string | null
  readonly isWriting: boolean
  readonly onHold: (game: string | null) => void
  readonly onTakeOff: () => void
}

/** The games without a place, with the reason. A game that is dropped here gives up its place. */
export function Tray({ draft, held, isWriting, onHold, onTakeOff }: TrayProps) {
  const { games, unplaced } = draft
  const reasons = new Map(unplaced.map(({ game, reason }) => [game, reason]))
  const unplacedGames = games.filter(({ id }) => reasons.has(id))
  const isPlacedHeld = held !== null && !reasons.has(held)
  return (
    <section
      className={classNames(dragStyles['panel'], styles['panel'])}
      data-region=""
      aria-labelledby="tray"
      {...markNoPlace}
    >
      <h2 id="tray" tabIndex={-1}>
        Without a place <span>({unplacedGames.length})</span>
      </h2>
      {unplacedGames.length === 0 && <p className={styles['none']}>Every game has a round and a field.</p>}
      <ul className={styles['list']}>
        {unplacedGames.map((game) => (
          <li key={game.id} className={styles['waiting']}>
            <GameButton
              id={`tray/${game.id}`}
              game={game}
              draft={draft}
              isHeld={game.id === held}
              isWriting={isWriting}
              onTap={() => isWriting || onHold(game.id === held ? null : game.id)}
            />
            <p>{reasons.get(game.id)}</p>
          </li>
        ))}
      </ul>
      {isPlacedHeld && (
        <Button variant="secondary" size="compact" aria-disabled={isWriting} onClick={() => isWriting || onTakeOff()}>
          Take off the schedule
        </Button>
      )}
    </section>
  )
}
