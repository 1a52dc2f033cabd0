import { clockTime, shortDivisions } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game, Side } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { Star } from 'lucide-react'
import styles from './game-list.module.css'
import { type DayOfGames, dayName, type GameGroup, playsIn, sideName } from './shown-games.ts'

/** What differs from game to game in a list: it is what people look for there. */
export type Lead = 'field' | 'time'

interface ListProps {
  readonly lead: Lead
  readonly fields: ReadonlyMap<string, string>
  /** The team that this device follows. */
  readonly team: string | null
}

interface GameDaysProps extends ListProps {
  readonly days: readonly DayOfGames[]
  /** For the games of the team alone: headings name the day, and none stands out. */
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
          <GameRow key={game.id} game={game} heading={title} {...list} />
        ))}
      </ol>
    </Card>
  )
}

interface GameRowProps extends ListProps {
  readonly game: Game
  /** What stands over the game is not repeated beside it. */
  readonly heading: string
}

/** When and where, who plays, and for which pool. */
function GameRow({ game, heading, lead, fields, team }: GameRowProps) {
  const { start, field_id, home, away, score, status } = game
  const time = start ? clockTime(start) : ''
  const field = fields.get(field_id ?? '') ?? ''
  const [first, second] = lead === 'time' ? [time, field] : [field, time]
  const isMine = team !== null && playsIn(game, team)
  return (
    <li className={styles['game']} data-mine={isMine || undefined} data-status={status}>
      <div className={styles['when']}>
        <p className={styles['lead']}>{first}</p>
        {second !== heading && <p>{second}</p>}
        <p className={styles['pool']}>
          {game.pool ?? game.label}, {shortDivisions[game.division]}
        </p>
      </div>
      <div className={styles['teams']}>
        {status === 'cancelled' && (
          <Badge tone="bad" className={styles['state']}>
            Canceled
          </Badge>
        )}
        <SideRow side={home} points={score?.home} isMine={home.team?.id === team} />
        <VisuallyHidden> against </VisuallyHidden>
        <SideRow side={away} points={score?.away} isMine={away.team?.id === team} />
      </div>
    </li>
  )
}

interface SideRowProps {
  readonly side: Side
  readonly points: number | undefined
  readonly isMine: boolean
}

function SideRow({ side, points, isMine }: SideRowProps) {
  return (
    <p className={styles['side']} data-open={side.team === null || undefined}>
      {isMine && <Star className={styles['star']} role="img" aria-label="My team:" />}
      <bdi>{sideName(side)}</bdi>
      {points !== undefined && <b className={styles['points']}>{points}</b>}
    </p>
  )
}
