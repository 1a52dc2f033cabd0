import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { useMemo, useState } from 'react'
import type { Captain } from '../volunteers/captains.ts'
import styles from './team-dishes.module.css'

interface TeamDishes {
  readonly id: string
  readonly team: string
  readonly count: number
  /** The number of dishes that the team still has to bring; never below zero. */
  readonly missing: number
}

/** Returns the confirmed teams; those that miss most dishes come first. */
export function sortByNeed(
  captains: readonly Captain[],
  counts: ReadonlyMap<string, number>,
  dishesPerTeam: number,
): TeamDishes[] {
  const confirmed = captains.filter(({ isConfirmed }) => isConfirmed)
  const teams = confirmed.map(({ id, team }) => {
    const count = counts.get(id) ?? 0
    return { id, team, count, missing: Math.max(0, dishesPerTeam - count) }
  })
  return teams.toSorted((one, other) => other.missing - one.missing)
}

export interface TeamDishesSectionProps {
  readonly captains: readonly Captain[]
  readonly dishCounts: ReadonlyMap<string, number>
}

/** The number of teams that are shown at first. */
const shownAtFirst = 12

/** The dishes of each team; those that miss most come first. */
export function TeamDishesSection({ captains, dishCounts }: TeamDishesSectionProps) {
  const [filter, setFilter] = useState<'missing' | 'all'>('missing')
  const [isOpen, setOpen] = useState(false)
  const { dishes_per_team: dishesPerTeam } = useFacts().dinner
  const teams = useMemo(() => sortByNeed(captains, dishCounts, dishesPerTeam), [captains, dishCounts, dishesPerTeam])
  const teamsToGo = teams.filter(({ missing }) => missing > 0)
  const listed = filter === 'missing' ? teamsToGo : teams
  const shown = isOpen ? listed : listed.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="team-dishes" className={styles['section']}>
      <SectionHead title="Dishes by team" id="team-dishes" feather="bark">
        Goal: {dishesPerTeam} dishes from every confirmed team.
      </SectionHead>
      <ChoiceCards
        look="segments"
        label="Teams"
        className={styles['filter']}
        value={filter}
        onValueChange={setFilter}
        choices={[
          { value: 'missing', label: 'To go', count: teamsToGo.length },
          { value: 'all', label: 'All teams', count: teams.length },
        ]}
      />
      {filter === 'missing' && teamsToGo.length === 0 ? (
        <Notice tone="good" title={`Every confirmed team brings ${dishesPerTeam} dishes.`} />
      ) : (
        <TeamList teams={shown} />
      )}
      {listed.length > shownAtFirst && (
        <Button variant="secondary" className={styles['more']} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${listed.length}`}
        </Button>
      )}
    </section>
  )
}

function TeamList({ teams }: { readonly teams: readonly TeamDishes[] }) {
  return (
    <ul className={styles['teams']}>
      {teams.map(({ id, team, count, missing }) => (
        <li key={id} className={styles['team']}>
          <TeamPlates team={team} count={count} />
          <span className={styles['missing']}>{missing === 0 ? 'Done' : `${missing} to go`}</span>
        </li>
      ))}
    </ul>
  )
}

export interface TeamPlatesProps {
  readonly team: string
  readonly count: number
}

/** A team's dishes out of those it is asked for, drawn as plates. */
export function TeamPlates({ team, count }: TeamPlatesProps) {
  const { dishes_per_team: dishesPerTeam } = useFacts().dinner
  const plates = Array.from({ length: dishesPerTeam }, (_, index) => index)
  return (
    <div className={styles['teamPlates']}>
      <bdi className={styles['name']}>{team}</bdi>
      <span className={styles['count']}>
        {count}/{dishesPerTeam}
        <span className={styles['unit']}> dishes</span>
      </span>
      <span className={styles['plates']} aria-hidden="true">
        {plates.map((plate) => (
          <span key={plate} className={styles['plate']} data-full={plate < count || undefined} />
        ))}
      </span>
    </div>
  )
}
