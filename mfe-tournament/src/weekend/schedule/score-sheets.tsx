import { clockTime, nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { QrCode } from '@ultimate/kit/components/display/qr-code.tsx'
import { dayName, type ShownGames, sideName } from '../shown-games.ts'
import styles from './score-sheets.module.css'

/** Returns the address at which the captains enter the score of a game. */
export const entryAddress = (origin: string, game: string): string =>
  new URL(`/my-team?game=${encodeURIComponent(game)}`, origin).href

/** Lists the games that have a time and are still to be played. */
export const listToPlay = ({ games }: ShownGames): Game[] =>
  games.filter(({ start, status }) => start !== null && status === 'scheduled')

const spiritHeadings = ['Rules', 'Fouls', 'Fairness', 'Attitude', 'Communication'] as const

/** The score sheets on paper: half a page for each game, for the captains to fill in at the field. */
export function ScoreSheets({ schedule }: { readonly schedule: ShownGames }) {
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  return listToPlay(schedule).map((game) => (
    <ScoreSheet key={game.id} game={game} field={fields.get(game.field_id ?? '') ?? ''} />
  ))
}

function ScoreSheet({ game, field }: { readonly game: Game; readonly field: string }) {
  const { id, pool, start, home, away, plays_to } = game
  const points = Array.from({ length: plays_to }, (_, index) => index + 1)
  const half = Math.ceil(plays_to / 2)
  const sides = [sideName(home), sideName(away)] as const
  return (
    <section className={styles['sheet']}>
      <header className={styles['head']}>
        <div>
          <h2>
            {field}
            {start && `, ${clockTime(start)}`}
          </h2>
          <p>
            {start && `${dayName(start.slice(0, 10))}. `}
            {nameGame(game)}
            {pool && `, ${pool}`}. Game to {plays_to}.
          </p>
          <p className={styles['hint']}>Cross off a box for each point. The thick line is half-time.</p>
        </div>
        <p className={styles['entry']}>
          Captains: enter the score here.
          <QrCode text={entryAddress(location.origin, id)} className={styles['code']} />
        </p>
      </header>
      <table className={styles['points']}>
        <tbody>
          {sides.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {points.map((point) => (
                <td key={point} data-half={point === half || undefined}>
                  {point}
                </td>
              ))}
              <td className={styles['final']}>Final</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles['spirit']}>
        <thead>
          <tr>
            <th scope="col">Spirit, 0 to 4 each</th>
            {spiritHeadings.map((question) => (
              <th key={question} scope="col">
                {question}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {sides.map((name) => (
            <tr key={name}>
              <th scope="row">For {name}</th>
              {[...spiritHeadings, 'Total'].map((question) => (
                <td key={question} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['signatures']}>
        {sides.map((name) => (
          <p key={name}>Captain of {name}</p>
        ))}
      </div>
    </section>
  )
}
