import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import type { ShownSpiritAverage } from '@ultimate/events/tournament/weekend/my-team-api.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { type SpiritQuestion, spiritKeys, spiritQuestions } from '@ultimate/events/tournament/weekend/spirit.ts'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { call } from '@ultimate/kit/request/api.ts'
import { createWeekendHook } from '../queries.ts'
import styles from './standings-page.module.css'

/** Reads the average spirit score of each team, once the weekend is over. */
const useSpiritAverages = createWeekendHook({
  stored: { key: ['scores', 'spirit-averages'], form: 1, isPublic: true },
  topics: ['schedule'],
  read: (signal) => call('GET /api/spirit/averages', {}, { signal }),
})

/** The questions in words that fit side by side on a phone. */
const shortQuestions: Readonly<Record<SpiritQuestion, string>> = {
  rules: 'Rules',
  fouls: 'Fouls',
  fairness: 'Fair',
  attitude: 'Attitude',
  communication: 'Comm.',
}

/** The average spirit scores of teams once the weekend is over; nothing before. */
export function SpiritAverages({ games }: { readonly games: readonly Game[] }) {
  const { data } = useSpiritAverages()
  const divisionOf = new Map(games.flatMap(({ division, home, away }) => listSides(home, away, division)))
  const tables = divisions
    .map((division) => ({
      division,
      teams: (data?.teams ?? []).filter(({ team }) => divisionOf.get(team.id) === division),
    }))
    .filter(({ teams }) => teams.length > 0)
  if (!data?.over || tables.length === 0) return null
  return (
    <section className={styles['section']} aria-labelledby="spirit">
      <h2 id="spirit">Spirit</h2>
      <p>What each team got from the others on average, 0 to 4 for each question, the best first.</p>
      <div className={styles['tables']}>
        {tables.map((table) => (
          <AveragesTable key={table.division} {...table} />
        ))}
      </div>
    </section>
  )
}

const listSides = (home: Game['home'], away: Game['away'], division: Division) =>
  [home, away].flatMap(({ team }) => (team ? [[team.id, division] as const] : []))

interface AveragesTableProps {
  readonly division: Division
  /** The best first. */
  readonly teams: readonly ShownSpiritAverage[]
}

/** Each name has its own row above its scores, because a phone has no room beside them. */
function AveragesTable({ division, teams }: AveragesTableProps) {
  return (
    <Card className={styles['card']}>
      <table className={styles['table']}>
        <caption>
          <VisuallyHidden>Spirit, </VisuallyHidden>
          {divisionLabels[division]}
        </caption>
        <thead>
          <tr>
            {spiritKeys.map((key) => (
              <th key={key} scope="col">
                <span aria-hidden="true" title={spiritQuestions[key]}>
                  {shortQuestions[key]}
                </span>
                <VisuallyHidden>{spiritQuestions[key]}</VisuallyHidden>
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        {teams.map((average) => (
          <tbody key={average.team.id}>
            <tr>
              <th scope="rowgroup" colSpan={spiritKeys.length + 1}>
                <bdi>{average.team.name}</bdi>
                <small>{average.sheets === 1 ? '1 sheet' : `${average.sheets} sheets`}</small>
              </th>
            </tr>
            <tr>
              {spiritKeys.map((key) => (
                <td key={key}>{average[key].toFixed(2)}</td>
              ))}
              <td>{average.total.toFixed(2)}</td>
            </tr>
          </tbody>
        ))}
      </table>
    </Card>
  )
}
