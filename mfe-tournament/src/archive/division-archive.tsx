import type { Team } from '@ultimate/events/tournament/api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import type { ReactNode } from 'react'
import { FoldedSection } from '../folded-section/folded-section.tsx'
import cardStyles from '../pools/pool-card.module.css'
import { PoolCard } from '../pools/pool-card.tsx'
import { BracketView } from '../weekend/bracket/bracket-view.tsx'
import { GameDays } from '../weekend/schedule/game-list.tsx'
import { groupByRound } from '../weekend/shown-games.ts'
import { PoolTable } from '../weekend/standings/pool-table.tsx'
import standingsStyles from '../weekend/standings/standings-page.module.css'
import styles from './archive-page.module.css'
import type { Archive } from './archive-query.ts'

interface DivisionArchiveProps {
  readonly archive: Archive
  readonly division: Division
  /** True where the brackets have sheets of their own. */
  readonly isOnPaper?: boolean
}

/** The teams of a division, their pools, and the results. */
export function DivisionArchive({ archive, division, isOnPaper = false }: DivisionArchiveProps) {
  const teams = archive.teams.filter((team) => team.division === division)
  const pools = archive.pools[division]
  return (
    <>
      <Section
        id={`${division}-teams`}
        title="Teams"
        none={teams.length === 0 && 'No team registered in this division.'}
      >
        <TeamList teams={teams} />
      </Section>
      <Section id={`${division}-pools`} title="Pools" none={pools.length === 0 && 'No pools were published.'}>
        <div className={cardStyles['grid']}>
          {pools.map((pool) => (
            <PoolCard key={pool.id} division={division} pool={pool} isMeant={false} headingLevel={3} />
          ))}
        </div>
      </Section>
      <Results archive={archive} division={division} isOnPaper={isOnPaper} />
    </>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  /** The sentence in place of the content where there is none. */
  readonly none: string | false
  readonly children: ReactNode
}

export function Section({ id, title, none, children }: SectionProps) {
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <SectionHead title={title} id={id} />
      {none === false ? children : <p className={styles['none']}>{none}</p>}
    </section>
  )
}

/** The teams in order of registration, those that played before those that waited. */
function TeamList({ teams }: { readonly teams: readonly Team[] }) {
  const isWaiting = ({ status }: Team) => status === 'waitlist'
  return (
    <ol className={styles['teams']}>
      {[...teams.filter((team) => !isWaiting(team)), ...teams.filter(isWaiting)].map((team) => (
        <li key={team.id} className={styles['team']}>
          <span>
            <bdi className={styles['name']}>{team.team_name}</bdi>
            <bdi className={styles['from']}>{team.location}</bdi>
          </span>
          {isWaiting(team) && <Badge tone="warn">Waitlist</Badge>}
        </li>
      ))}
    </ol>
  )
}

function Results({ archive, division, isOnPaper }: Required<DivisionArchiveProps>) {
  const { schedule, [division]: own } = archive.results
  const { standings, bracket } = own
  const games = schedule.games.filter((game) => game.division === division)
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  const isEmpty = games.length === 0 && standings.pools.length === 0 && bracket === null
  return (
    <Section id={`${division}-results`} title="Results" none={isEmpty && 'There are no results.'}>
      <div className={standingsStyles['pools']}>
        {standings.pools.map((pool) => (
          <PoolTable key={pool.id} pool={pool} division={division} games={games} label={`Standings of ${pool.name}`} />
        ))}
      </div>
      {!isOnPaper && bracket && (
        <div className={styles['bracket']}>
          <BracketView bracket={bracket} fields={fields} isStaff={false} />
        </div>
      )}
      {!isOnPaper && games.length > 0 && (
        <div className={styles['games']}>
          <FoldedSection title="All games" headingLevel={3}>
            <GameDays days={groupByRound({ ...schedule, games })} lead="field" fields={fields} team={null} />
          </FoldedSection>
        </div>
      )}
    </Section>
  )
}
