import type { SideName } from '@ultimate/events/tournament/weekend/game.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { Link } from '@ultimate/kit/router.ts'
import { useState } from 'react'
import { findStatusWord, findWinner, formatPoints } from '../game-result.ts'
import { playsIn, sideName } from '../shown-games.ts'
import styles from './bracket-boards.module.css'
import type { BracketContext } from './bracket-view.tsx'
import { describeGame, describeStakes, describeTimeAndField } from './bracket-words.ts'

/** The path through the bracket that stands out. */
export interface Following {
  /** The team whose path it is: the hovered team, or else the selected one. */
  readonly team: string | null
  readonly selected: string | null
  readonly select: (team: string | null) => void
  /** A team with the keyboard's focus is hovered too. */
  readonly hover: (team: string | null) => void
}

interface BracketGameProps extends BracketContext {
  readonly game: Game
}

/** A game: what it decides, who plays, when and where. One sentence describes all this to screen readers. */
export function BracketGame({ game, teams, fields, following, isStaff }: BracketGameProps) {
  const { label } = game
  const status = findStatusWord(game)
  return (
    <div
      className={styles['game']}
      data-game={label}
      data-status={game.status}
      data-on-path={playsIn(game, following.team) || undefined}
      data-final={game.places?.[0] === 1 && game.places[1] === 2 ? '' : undefined}
    >
      <VisuallyHidden>{describeGame(game, teams, fields)}</VisuallyHidden>
      <p className={styles['head']}>
        {isStaff ? (
          <Link className={styles['label']} to={`/scores?game=${game.id}`}>
            {label}
            <VisuallyHidden>: enter the result</VisuallyHidden>
          </Link>
        ) : (
          <b className={styles['label']} aria-hidden="true">
            {label}
          </b>
        )}
        <span aria-hidden="true">{describeStakes(game, teams)}</span>
      </p>
      <SideRow game={game} side="home" following={following} />
      <SideRow game={game} side="away" following={following} />
      <p className={styles['foot']} aria-hidden="true">
        <span>{describeTimeAndField(game, fields)}</span>
        {status && <b data-tone={status.tone}>{status.word}</b>}
      </p>
    </div>
  )
}

interface SideRowProps {
  readonly game: Game
  readonly side: SideName
  readonly following: Following
}

/** A team, whose path is shown when it is pointed at or pressed; or where the team of the side comes from. */
function SideRow({ game, side, following }: SideRowProps) {
  const { team } = game[side]
  const [firstTeam] = useState(team?.id)
  const winner = findWinner(game)
  const points = formatPoints(game, side).text
  if (!team)
    return (
      <p className={styles['side']} data-open="" aria-hidden="true">
        <span className={styles['name']}>{sideName(game[side])}</span>
      </p>
    )
  return (
    <button
      type="button"
      className={styles['side']}
      data-won={winner === side || undefined}
      data-lost={(winner !== null && winner !== side) || undefined}
      data-on-path={following.team === team.id || undefined}
      aria-pressed={following.selected === team.id}
      onClick={() => following.select(following.selected === team.id ? null : team.id)}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && following.hover(team.id)}
      onPointerLeave={() => following.hover(null)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && following.hover(team.id)}
      onBlur={() => following.hover(null)}
    >
      <VisuallyHidden>Path of </VisuallyHidden>
      {/* A team that enters while the page is open is animated. The key restarts the animation for the next team. */}
      <bdi key={team.id} className={styles['name']} data-arrives={team.id !== firstTeam || undefined}>
        {team.name}
      </bdi>
      {points !== '' && (
        <span key={points} className={styles['points']} aria-hidden="true">
          {points}
        </span>
      )}
    </button>
  )
}
