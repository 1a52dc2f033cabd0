import { letterOf, placeLabel } from '@ultimate/events/tournament/pools/pools.ts'
import type { Pool } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { Link } from '@ultimate/kit/router.ts'
import styles from './pool-card.module.css'
import { isLettered, poolAddress, poolAnchor, toInitials } from './pool-name.ts'

interface PoolCardProps {
  readonly division: Division
  readonly pool: Pool
  /** True where the address leads to this pool. */
  readonly isLinked: boolean
  /** The level of its name in the page's outline. */
  readonly headingLevel?: 2 | 3
}

/** A published pool: its letter, the number of its teams, and the teams in their places. */
export function PoolCard({ division, pool, isLinked, headingLevel = 2 }: PoolCardProps) {
  const Heading = `h${headingLevel}` as const
  const count = pool.teams.filter((team) => team !== null).length
  const heading = `${division}-${pool.id}`
  return (
    <Card
      id={poolAnchor(pool.name)}
      className={styles['card']}
      data-meant={isLinked || undefined}
      aria-labelledby={heading}
    >
      <header className={styles['head']}>
        <PoolLetter name={pool.name} />
        <Heading id={heading} className={styles['name']}>
          <Link to={poolAddress(division, pool.name)} preventScrollReset>
            {pool.name}
          </Link>
        </Heading>
        <p className={styles['count']}>
          {count} {count === 1 ? 'team' : 'teams'}
        </p>
      </header>
      {count === 0 ? <p className={styles['none']}>No teams assigned</p> : <Places pool={pool} />}
    </Card>
  )
}

function Places({ pool }: { readonly pool: Pool }) {
  return (
    <ol className={styles['places']}>
      {pool.teams.map((team, position) => {
        return (
          <li key={placeLabel(pool.name, position)} className={styles['place']} data-empty={team === null || undefined}>
            <PlaceLabel pool={pool.name} position={position} className={styles['label']} />
            {team ? (
              <span className={styles['team']}>
                <bdi>{team.name}</bdi>
                <bdi className={styles['captain']}>{team.captain_name}</bdi>
              </span>
            ) : (
              <span className={styles['empty']}>Empty</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface PoolLetterProps {
  /** The pool's whole name. */
  readonly name: string
  /** True in dense layouts. */
  readonly compact?: boolean
}

/** A pool's letter in a circle beside its name. A pool without a letter has initials, for which a dense layout has no room. */
export function PoolLetter({ name, compact = false }: PoolLetterProps) {
  if (compact && !isLettered(name)) return null
  return (
    <span className={classNames(styles['letter'], compact && styles['compact'])} aria-hidden="true">
      {isLettered(name) ? letterOf(name) : toInitials(name)}
    </span>
  )
}

interface PlaceLabelProps {
  /** The pool's whole name. */
  readonly pool: string
  readonly position: number
  readonly className?: string | undefined
}

/** `A1`. A long name is for screen readers only, because it has no room in front of every place. */
export function PlaceLabel({ pool, position, className }: PlaceLabelProps) {
  if (isLettered(pool)) return <span className={className}>{placeLabel(pool, position)}</span>
  return (
    <span className={className}>
      <VisuallyHidden>{pool} </VisuallyHidden>
      {position + 1}
    </span>
  )
}
