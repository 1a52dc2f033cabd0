import type { Division } from '@ultimate/events/tournament/team.ts'
import type { ShownStanding, ShownStandings } from '@ultimate/events/tournament/weekend/games-api.ts'
import type { Game } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import type { DecidedBy } from '@ultimate/events/tournament/weekend/standings.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import styles from './pool-table.module.css'

interface PoolTableProps {
  readonly pool: PoolStandings
  readonly division: Division
  /** Games of any pool, among which the open games of this pool are counted. */
  readonly games: readonly Game[]
  readonly size?: 'regular' | 'wall'
  /** The accessible name, where the page shows another pool of the same name. */
  readonly label?: string
  /** The actions of staff on this pool. */
  readonly children?: ReactNode
}

/** The standings of a pool. Rows move to their new ranks. */
export function PoolTable({ pool, division, games, size = 'regular', label, children }: PoolTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  useGliding(body, pool.rows.map(({ team }) => team.id).join())
  const withTies = pool.rows.some(({ ties }) => ties > 0)
  const hasBegun = isBegun(pool)
  return (
    <Card className={styles['card']} data-size={size} aria-label={label ?? pool.name}>
      <header className={styles['head']}>
        <h3 className={styles['title']}>{pool.name}</h3>
        <p className={styles['progress']}>{describeProgress(pool, division, games)}</p>
      </header>
      <table className={styles['table']}>
        <caption>
          <VisuallyHidden>Standings of {pool.name}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Rank</VisuallyHidden>
            </th>
            <th scope="col">Team</th>
            <th scope="col" className={styles['figure']}>
              <abbr title={withTies ? 'Wins, losses, ties' : 'Wins, losses'}>{withTies ? 'W–L–T' : 'W–L'}</abbr>
            </th>
            <th scope="col" className={classNames(styles['figure'], styles['wide'])}>
              Points
            </th>
            <th scope="col" className={styles['figure']}>
              <abbr title="Difference of points">+/−</abbr>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {pool.rows.map((row) => (
            <tr key={row.team.id} data-row={row.team.id}>
              <td className={styles['rank']}>{hasBegun ? row.rank : '–'}</td>
              <th scope="row" className={styles['team']}>
                <bdi>{row.team.name}</bdi>
                {hasBegun && describeDecision(row) && <small>{describeDecision(row)}</small>}
                <small className={styles['narrow']}>
                  {row.points_for}–{row.points_against} points
                </small>
              </th>
              <td className={styles['figure']}>{formatRecord(row, withTies)}</td>
              <td className={classNames(styles['figure'], styles['wide'])}>
                {row.points_for}–{row.points_against}
              </td>
              <td className={styles['figure']}>{formatDifference(row.difference)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children && <footer className={styles['foot']}>{children}</footer>}
    </Card>
  )
}

const glideMs = 240

/**
 * Rows (`data-row`, with their ids) glide to their new places when `order` changes. A browser takes the focus from a
 * button that moves in the document, so the focus is given back.
 */
export function useGliding(list: RefObject<HTMLElement | null>, order: string): void {
  const oldTops = useRef<ReadonlyMap<string, number>>(new Map())
  const focusedBefore = useRef<Element | null>(null)
  focusedBefore.current = document.activeElement
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when their order changes.
  useLayoutEffect(() => {
    const button = focusedBefore.current
    if (button instanceof HTMLElement && list.current?.contains(button) && document.activeElement !== button)
      button.focus()
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const row of rows) {
      const oldTop = oldTops.current.get(row.dataset['row'] ?? '')
      if (oldTop === undefined || oldTop === row.offsetTop || isMotionReduced) continue
      const start = `translateY(${oldTop - row.offsetTop}px)`
      row.animate([{ transform: start }, { transform: 'none' }], {
        duration: glideMs,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    }
    oldTops.current = new Map(rows.map((row) => [row.dataset['row'] ?? '', row.offsetTop]))
  }, [list, order])
}

export type PoolStandings = ShownStandings['pools'][number]

export const criterionWords: Readonly<Record<DecidedBy, string>> = {
  wins: 'Wins',
  head_to_head_wins: 'Wins against each other',
  head_to_head_difference: 'Points against each other',
  difference: 'Point difference',
  points_for: 'Points scored',
  decision: 'Decided by the directors',
}

/** Names the criterion that decided the rank; empty where no criterion was needed, and for wins, which have a column. */
export function describeDecision({ shared, decided_by }: ShownStanding): string {
  if (shared) return 'Shared'
  return decided_by === null || decided_by === 'wins' ? '' : criterionWords[decided_by]
}

/** `2–1`, `2–1–1` where there are ties. */
export const formatRecord = ({ wins, losses, ties }: ShownStanding, withTies: boolean): string =>
  [wins, losses, ...(withTies ? [ties] : [])].join('–')

export function formatDifference(difference: number): string {
  if (difference === 0) return '0'
  return difference > 0 ? `+${difference}` : `−${-difference}`
}

const isBegun = ({ rows }: PoolStandings): boolean => rows.some(({ played }) => played > 0)

/** `Complete`, `3 games to play`, `3 games to play, 1 disputed`. */
export function describeProgress(pool: PoolStandings, division: Division, games: readonly Game[]): string {
  if (pool.complete) return 'Complete'
  const poolGames = games.filter((game) => game.division === division && game.pool === pool.name)
  const open = poolGames.filter(({ status }) => status === 'scheduled').length
  const disputed = poolGames.filter(({ status }) => status === 'disputed').length
  const words = [
    open > 0 && (open === 1 ? '1 game to play' : `${open} games to play`),
    disputed > 0 && `${disputed} disputed`,
  ]
  return words.filter(Boolean).join(', ')
}

/** Lists the groups of teams whose rank no criterion decides; none before the pool has begun. */
export function listTies(pool: PoolStandings): ShownStanding['team'][][] {
  if (!isBegun(pool)) return []
  const shared = pool.rows.filter((row) => row.shared)
  return [...Map.groupBy(shared, ({ rank }) => rank).values()].map((rows) => rows.map(({ team }) => team))
}
