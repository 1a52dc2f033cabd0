import { useDraggable } from '@dnd-kit/react'
import type { ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import { statusLabels, type TeamStatus } from '@ultimate/events/tournament/team.ts'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { GripVertical } from 'lucide-react'
import { useState } from 'react'
import { placedTeams } from '../machine/arrangement.ts'
import type { PoolBuilder } from '../use-pool-builder.ts'
import { dropOff } from './drag-area.tsx'
import styles from './unassigned.module.css'

type StatusFilter = TeamStatus | 'all'
const filterLabels: Readonly<Record<StatusFilter, string>> = {
  all: 'All Teams',
  confirmed: 'Confirmed Only',
  waitlist: 'Waitlist Only',
}
const filters = Object.keys(filterLabels) as StatusFilter[]

/** The unassigned teams. A placed team that is dropped here gives up its place. */
export function Unassigned({
  builder,
  onPick,
}: {
  readonly builder: Pick<PoolBuilder, 'context' | 'isWriting'>
  readonly onPick: (team: string) => void
}) {
  const [filter, setFilter] = useState<StatusFilter>('all')
  const { context, isWriting } = builder
  const placed = placedTeams(context.pools)
  const listed = context.teams.filter(({ status }) => filter === 'all' || status === filter)
  const waiting = listed.filter(({ id }) => !placed.has(id))
  return (
    <section className={styles['unassigned']} aria-labelledby="unassigned" {...dropOff}>
      <div className={styles['head']}>
        <h2 id="unassigned" className={styles['title']}>
          Teams <span className={styles['count']}>({waiting.length})</span>
        </h2>
        <SelectField
          compact
          label="Status filter"
          value={filter}
          onValueChange={(value) => setFilter(filters.find((known) => known === value) ?? 'all')}
        >
          {filters.map((value) => (
            <option key={value} value={value}>
              {filterLabels[value]}
            </option>
          ))}
        </SelectField>
      </div>
      <TeamList teams={waiting} isEmptyDivision={listed.length === 0}>
        {(team) => (
          <TeamChip team={team} isHeld={context.held === team.id} disabled={isWriting} onPick={() => onPick(team.id)} />
        )}
      </TeamList>
    </section>
  )
}

interface TeamListProps {
  readonly teams: readonly ReachableTeam[]
  readonly isEmptyDivision: boolean
  readonly children: (team: ReachableTeam) => React.ReactNode
}

function TeamList({ teams, isEmptyDivision, children }: TeamListProps) {
  if (isEmptyDivision) return <p className={styles['empty']}>No teams found for this division</p>
  if (teams.length === 0) return <p className={styles['empty']}>All teams have been assigned to pools</p>
  return (
    <ul className={styles['list']}>
      {teams.map((team) => (
        <li key={team.id}>{children(team)}</li>
      ))}
    </ul>
  )
}

interface TeamChipProps {
  readonly team: ReachableTeam
  readonly isHeld: boolean
  readonly disabled: boolean
  readonly onPick: () => void
}

/** A team without a place: to be dragged, or to be tapped and then put down by another tap. */
export function TeamChip({ team, isHeld, disabled, onPick }: TeamChipProps) {
  const { ref, isDragSource } = useDraggable({ id: `team:${team.id}`, data: { team: team.id }, disabled })
  return (
    <button
      ref={ref}
      type="button"
      className={styles['chip']}
      data-team={team.id}
      data-lifted={isDragSource || undefined}
      aria-pressed={isHeld}
      disabled={disabled}
      onClick={onPick}
    >
      <GripVertical className={styles['grip']} aria-hidden="true" />
      <span className={styles['words']}>
        <bdi className={styles['name']}>{team.team_name}</bdi>
        <span className={styles['about']}>
          {statusLabels[team.status]} · <bdi>{team.location}</bdi>
        </span>
      </span>
    </button>
  )
}
