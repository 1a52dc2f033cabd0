import { Card } from '@ultimate/kit/components/display/card.tsx'
import { ScoreCard } from '../score-card.tsx'
import { type DayOfGames, dayName, type GameGroup, playsIn } from '../shown-games.ts'
import styles from './game-list.module.css'

/** The part that differs from game to game in a list: people look for it there. */
type Lead = 'field' | 'time'

interface ListProps {
  readonly lead: Lead
  readonly fields: ReadonlyMap<string, string>
  /** The team that this device follows. */
  readonly team: string | null
}

interface GameDaysProps extends ListProps {
  readonly days: readonly DayOfGames[]
  /** True for the games of the team alone: headings name the day, and none stands out. */
  readonly withoutDays?: boolean
}

/** Groups of games, by day. Links above jump to the groups of a day with several. */
export function GameDays({ days, withoutDays = false, ...list }: GameDaysProps) {
  return days.map(({ date, groups }) => (
    <section
      key={date}
      className={styles['day']}
      data-own={withoutDays || undefined}
      aria-label={withoutDays ? undefined : dayName(date)}
    >
      {!withoutDays && <h2 className={styles['date']}>{dayName(date)}</h2>}
      {groups.length > 1 && (
        <nav className={styles['jumps']} aria-label={`Jump to, ${dayName(date)}`}>
          {groups.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      <div className={styles['groups']} data-lead={list.lead}>
        {groups.map((group) => (
          <Group key={group.id} group={group} date={withoutDays ? null : date} {...list} />
        ))}
      </div>
    </section>
  ))
}

interface GroupProps extends ListProps {
  readonly group: GameGroup
  /** Null where the title of the group names the day. */
  readonly date: string | null
}

function Group({ group: { id, title, games }, date, ...list }: GroupProps) {
  const Heading = date === null ? 'h2' : 'h3'
  return (
    <Card className={styles['card']} aria-label={date === null ? title : `${title}, ${dayName(date)}`}>
      <header className={styles['head']}>
        <Heading id={id} className={styles['title']}>
          {title}
        </Heading>
        <p className={styles['count']}>{games.length === 1 ? '1 game' : `${games.length} games`}</p>
      </header>
      <ol className={styles['games']}>
        {games.map((game) => (
          <li key={game.id} className={styles['game']} data-mine={playsIn(game, list.team) || undefined}>
            <ScoreCard game={game} heading={title} {...list} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
