import type { SideName } from '@ultimate/events/tournament/weekend/game.ts'
import { clockTime, shortDivisions } from '@ultimate/events/tournament/weekend/plan.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { Star } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { findStatusWord, findWinner, formatPoints } from './game-result.ts'
import styles from './score-card.module.css'
import { sideName } from './shown-games.ts'

interface ScoreCardProps {
  readonly game: Game
  /** Names of fields by their ids. */
  readonly fields: ReadonlyMap<string, string>
  /** In a list, the part that differs from game to game stands first. */
  readonly lead?: 'field' | 'time'
  /** The title over the list, which its cards do not repeat. */
  readonly heading?: string
  /** The id of the team that this device follows. */
  readonly team?: string | null
  /** `wall` is read from ten meters. */
  readonly size?: 'regular' | 'wall'
  /** Buttons and notes below the teams. */
  readonly children?: ReactNode
}

/** A game: time, field, teams, points, and the status of the result. */
export function ScoreCard({
  game,
  fields,
  lead = 'time',
  heading,
  team = null,
  size = 'regular',
  children,
}: ScoreCardProps) {
  const { start, field_id, home, away, status } = game
  const time = start ? clockTime(start) : 'No time'
  const field = fields.get(field_id ?? '') ?? ''
  const [first, second] = lead === 'time' ? [time, field] : [field, time]
  const statusWord = findStatusWord(game)
  return (
    <div className={styles['card']} data-size={size} data-status={status}>
      <div className={styles['when']}>
        <p className={styles['lead']}>{first}</p>
        {second && second !== heading && <p>{second}</p>}
        <p className={styles['pool']}>
          {game.pool ?? game.label}, {shortDivisions[game.division]}
        </p>
        {statusWord && (
          <p className={styles['status']} data-tone={statusWord.tone}>
            <statusWord.icon aria-hidden="true" />
            {statusWord.word}
          </p>
        )}
      </div>
      <div className={styles['board']}>
        <SideRow game={game} side="home" isMine={team !== null && home.team?.id === team} />
        <VisuallyHidden> against </VisuallyHidden>
        <SideRow game={game} side="away" isMine={team !== null && away.team?.id === team} />
        {children}
      </div>
    </div>
  )
}

interface SideRowProps {
  readonly game: Game
  readonly side: SideName
  readonly isMine: boolean
}

function SideRow({ game, side, isMine }: SideRowProps) {
  const winner = findWinner(game)
  return (
    <p
      className={styles['side']}
      data-open={game[side].team === null || undefined}
      data-result={winner === null ? undefined : winner === side ? 'won' : 'lost'}
    >
      {isMine && <Star className={styles['star']} role="img" aria-label="My team:" />}
      <bdi>{sideName(game[side])}</bdi>
      <Points {...formatPoints(game, side)} />
    </p>
  )
}

const turnMs = 240

/** Turns over like a card on a scoreboard when it changes. */
function Points({ text, spoken }: ReturnType<typeof formatPoints>) {
  const tile = useRef<HTMLElement>(null)
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    tile.current?.animate(
      [
        { transform: 'perspective(12rem) rotateX(90deg)', opacity: 0.4 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: turnMs, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
    )
  }, [text])
  return (
    <b ref={tile} className={styles['points']} data-empty={text === '' || undefined}>
      {spoken === null ? (
        text
      ) : (
        <>
          <span aria-hidden="true">{text}</span>
          <VisuallyHidden>{spoken}</VisuallyHidden>
        </>
      )}
    </b>
  )
}
