import type { ShownConsequences, ShownStandings, StaffGame } from '@ultimate/events/tournament/weekend/games-api.ts'
import { nameGame } from '@ultimate/events/tournament/weekend/plan.ts'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { sideName } from '../shown-games.ts'
import styles from './staff-scores-page.module.css'

interface ConsequencesProps {
  readonly consequences: ShownConsequences
  /** The standings of the division before the change. */
  readonly before: ShownStandings | undefined
  readonly games: readonly StaffGame[]
}

/** The effects of a result on standings and bracket, before it is set. */
export function Consequences({ consequences: { standings, moves, played }, before, games }: ConsequencesProps) {
  if (standings.length + moves.length === 0)
    return <Notice tone="good">No standings and no bracket game change.</Notice>
  const gameOf = new Map(games.map((game) => [game.id, game]))
  return (
    <div className={styles['consequences']}>
      {standings.map(({ pool, rows }) => (
        <RankChanges
          key={pool}
          pool={pool}
          rows={rows}
          before={before?.pools.find(({ name }) => name === pool)?.rows}
        />
      ))}
      {moves.length > 0 && (
        <section>
          <h3>
            {moves.length === 1 ? '1 team of the bracket changes' : `${moves.length} teams of the bracket change`}
          </h3>
          <ul className={styles['changes']}>
            {moves.map(({ game_id, side, was, now }) => {
              const game = gameOf.get(game_id)
              return (
                <li key={`${game_id}-${side}`}>
                  <b>{game ? nameGame(game) : 'A game'}</b>
                  <span>
                    <bdi>{now?.name ?? 'Not known yet'}</bdi> instead of{' '}
                    <bdi>{was?.name ?? (game ? sideName({ ...game[side], team: null }) : 'no team')}</bdi>
                    {played.includes(game_id) && <strong>, already played</strong>}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {played.length > 0 && (
        <Notice
          tone="warn"
          title={played.length === 1 ? '1 of these games is played' : `${played.length} of these games are played`}
        >
          <p>
            {played.length === 1 ? 'It keeps its result and waits' : 'They keep their results and wait'} on this page
            until you keep or clear {played.length === 1 ? 'it' : 'them'}.
          </p>
        </Notice>
      )}
    </div>
  )
}

interface RankChangesProps {
  readonly pool: string
  readonly rows: ShownConsequences['standings'][number]['rows']
  readonly before: ShownConsequences['standings'][number]['rows'] | undefined
}

function RankChanges({ pool, rows, before }: RankChangesProps) {
  const ranks = new Map(before?.map(({ team, rank }) => [team.id, rank]))
  const changes = rows.flatMap(({ team, rank }) => {
    const was = ranks.get(team.id) ?? rank
    return was === rank ? [] : [{ team, rank, was }]
  })
  return (
    <section>
      <h3>Standings of {pool}</h3>
      {changes.length === 0 ? (
        <p>Every rank stays. Wins or points change.</p>
      ) : (
        <ul className={styles['changes']}>
          {changes.map(({ team, rank, was }) => (
            <li key={team.id}>
              <b className={styles['ranks']}>
                {was}
                {rank < was ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
                <VisuallyHidden> before, now </VisuallyHidden>
                {rank}
              </b>
              <bdi>{team.name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
