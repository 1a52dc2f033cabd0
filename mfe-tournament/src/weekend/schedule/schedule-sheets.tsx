import { clockTime, nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { dayName, groupByField, type ShownGames, sideName } from '../shown-games.ts'
import styles from './schedule-sheets.module.css'

/** The class of a page that prints nothing but these sheets. */
export const printedPage = styles['page']

interface ScheduleSheetsProps {
  readonly schedule: ShownGames
  /** A sentence that shows how current the sheets are. */
  readonly note: string
}

/** The schedule on paper: each day as a grid of rounds and fields, and then a sheet for each field. */
export function ScheduleSheets({ schedule, note }: ScheduleSheetsProps) {
  const days = schedule.days.filter(({ rounds }) =>
    rounds.some(({ id }) => schedule.games.some((game) => game.round_id === id)),
  )
  return (
    <>
      {days.map(({ date }) => (
        <MasterGrid key={date} schedule={schedule} date={date} note={note} />
      ))}
      {groupByField(schedule).flatMap(({ date, groups }) =>
        groups.map(({ id, title, games }) => (
          <section key={id} className={styles['sheet']}>
            <h2>{title}</h2>
            <p>
              {dayName(date)}. {note}
            </p>
            <FieldTable games={games} />
          </section>
        )),
      )}
    </>
  )
}

interface MasterGridProps extends ScheduleSheetsProps {
  readonly date: string
}

function MasterGrid({ schedule: { days, fields, games }, date, note }: MasterGridProps) {
  const rounds = days.find((day) => day.date === date)?.rounds ?? []
  return (
    <section className={styles['master']}>
      <h2>{dayName(date)}</h2>
      <p>{note}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {fields.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round.id}>
              <th scope="row">{clockTime(round.start)}</th>
              {fields.map((field) => (
                <td key={field.id}>
                  {games
                    .filter(({ round_id, field_id }) => round_id === round.id && field_id === field.id)
                    .map((game) => (
                      <MasterGame key={game.id} game={game} isLate={game.start !== round.start} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MasterGame({ game, isLate }: { readonly game: Game; readonly isLate: boolean }) {
  const { home, away, start } = game
  return (
    <div>
      <b>
        {printedName(game)}
        {isLate && start && `, ${clockTime(start)}`}
      </b>
      <div>{sideName(home)}</div>
      <div>{sideName(away)}</div>
    </div>
  )
}

const printedName = (game: Game): string =>
  game.status === 'cancelled' ? `${nameGame(game)}, canceled` : nameGame(game)

/** The games of a field, with room for the scores. */
function FieldTable({ games }: { readonly games: readonly Game[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Game</th>
          <th scope="col">Home</th>
          <th scope="col">Score</th>
          <th scope="col">Away</th>
          <th scope="col">Score</th>
        </tr>
      </thead>
      <tbody>
        {games.map((game) => (
          <tr key={game.id}>
            <th scope="row">{game.start && clockTime(game.start)}</th>
            <td>{printedName(game)}</td>
            <td>{sideName(game.home)}</td>
            <td className={styles['score']}>{game.score?.home}</td>
            <td>{sideName(game.away)}</td>
            <td className={styles['score']}>{game.score?.away}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
