import { useDraggable } from '@dnd-kit/react'
import type { ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import { statusLabels, type TeamStatus, teamStatuses } from '@ultimate/events/tournament/team.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { GripVertical } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import dragStyles from '../../drag-area.module.css'
import { freePlaces, placedTeams } from '../unsaved/arrangement.ts'
import type { PoolBuilder } from '../use-pool-builder.ts'
import styles from './pool-grid.module.css'
import { markNoPlace } from './team-drag-area.tsx'

type StatusFilter = TeamStatus | 'all'
const filterLabels: Readonly<Record<StatusFilter, string>> = {
  all: 'All Teams',
  confirmed: 'Confirmed Only',
  waitlist: 'Waitlist Only',
}
const filters = Object.keys(filterLabels) as StatusFilter[]

interface UnassignedProps {
  readonly builder: Pick<PoolBuilder, 'context' | 'isWriting' | 'send'>
  /** True if the next pick takes all teams from the last picked one to this one, as a pick with Shift does. */
  readonly isSelectingRange: boolean
  readonly onPick: (teams: readonly string[]) => void
}

/**
 * The unassigned teams, oldest bid first. The fill buttons place only the teams that the filter shows. A placed team that
 * is dropped here gives up its place.
 */
export function Unassigned({ builder, isSelectingRange, onPick }: UnassignedProps) {
  const [filter, setFilter] = useState<StatusFilter>('all')
  const { context, isWriting, send } = builder
  const placed = placedTeams(context.pools)
  const listed = context.teams.filter(({ status }) => filter === 'all' || status === filter)
  const unassigned = listed.filter(({ id }) => !placed.has(id))
  const ids = unassigned.map(({ id }) => id)
  const pick = (team: string, isUpTo: boolean) => {
    const start = context.held.findLast((held) => ids.includes(held))
    onPick(isUpTo && start !== undefined && start !== team ? listRange(ids, start, team) : [team])
  }
  const canFill = unassigned.length > 0 && freePlaces(context.pools).length > 0
  const toPlace = confirmedFirst(unassigned)
  const isMixed = new Set(unassigned.map(({ status }) => status)).size > 1
  const fillButton = {
    variant: 'secondary',
    size: 'compact',
    disabled: isWriting || !canFill,
    'aria-describedby': canFill && isMixed ? 'filled-first' : undefined,
  } as const
  return (
    <section
      className={classNames(dragStyles['panel'], styles['unassigned'])}
      aria-labelledby="unassigned"
      {...markNoPlace}
    >
      <div className={styles['listHead']}>
        <h2 id="unassigned">
          Teams <span>({unassigned.length})</span>
        </h2>
        <SelectField
          compact
          label="Status filter"
          value={filter}
          onValueChange={(value) => setFilter(filters.find((one) => one === value) ?? 'all')}
        >
          {filters.map((value) => (
            <option key={value} value={value}>
              {filterLabels[value]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles['fill']}>
        <Button {...fillButton} onClick={() => send({ type: 'places.fill', teams: toPlace.map(({ id }) => id) })}>
          Fill by bid order
        </Button>
        <Button
          {...fillButton}
          onClick={() => send({ type: 'places.fill', by: 'snake', teams: sortBySeed(toPlace).map(({ id }) => id) })}
        >
          Snake by seed
        </Button>
      </div>
      {canFill && isMixed && (
        <p id="filled-first" className={styles['hint']}>
          Confirmed teams first, then the waitlist.
        </p>
      )}
      <TeamList teams={unassigned} isEmptyDivision={listed.length === 0}>
        {(team) => (
          <TeamChip
            team={team}
            isHeld={context.held.includes(team.id)}
            disabled={isWriting}
            onPick={(event) => pick(team.id, isSelectingRange || event.shiftKey)}
          />
        )}
      </TeamList>
    </section>
  )
}

/** Sorts confirmed teams before waitlisted ones, which may have older bids. */
const confirmedFirst = (teams: readonly ReachableTeam[]): readonly ReachableTeam[] =>
  teamStatuses.flatMap((wanted) => teams.filter(({ status }) => status === wanted))

/** Sorts teams without a seed last, and teams with the same seed by the order of their bids. */
function sortBySeed(teams: readonly ReachableTeam[]): readonly ReachableTeam[] {
  const seedOf = ({ seed }: ReachableTeam) => seed ?? Number.MAX_SAFE_INTEGER
  return confirmedFirst(teams.toSorted((one, other) => seedOf(one) - seedOf(other)))
}

/** Returns the part of a list from one entry to another, in either direction. */
function listRange(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)]
  return start <= end ? ids.slice(start, end + 1) : ids.slice(end, start + 1).reverse()
}

interface TeamListProps {
  readonly teams: readonly ReachableTeam[]
  readonly isEmptyDivision: boolean
  readonly children: (team: ReachableTeam) => React.ReactNode
}

/** On a phone, the style sheet hides further rows, because the pools are below the list. */
const initialRows = 8

function TeamList({ teams, isEmptyDivision, children }: TeamListProps) {
  const [isWhole, setWhole] = useState(false)
  if (isEmptyDivision) return <p className={styles['nothing']}>No teams found for this division</p>
  if (teams.length === 0) return <p className={styles['nothing']}>All teams have been assigned to pools</p>
  return (
    <>
      <ul className={styles['list']} data-whole={isWhole || undefined}>
        {teams.map((team) => (
          <li key={team.id}>{children(team)}</li>
        ))}
      </ul>
      {teams.length > initialRows && (
        <Button
          variant="quiet"
          size="compact"
          className={styles['more']}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer teams' : `Show all ${teams.length} teams`}
        </Button>
      )}
    </>
  )
}

interface TeamChipProps {
  readonly team: ReachableTeam
  readonly isHeld: boolean
  readonly disabled: boolean
  readonly onPick: (event: MouseEvent) => void
}

/** A team without a place, which is dragged, or picked up by one tap and put down by the next. */
function TeamChip({ team, isHeld, disabled, onPick }: TeamChipProps) {
  const { ref, isDragSource } = useDraggable({ id: `team:${team.id}`, data: { dragged: team.id }, disabled })
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
      <span className={styles['chipWords']}>
        <bdi className={styles['teamName']}>{team.team_name}</bdi>
        <span className={styles['about']}>
          {team.seed !== undefined && `Seed ${team.seed} · `}
          {statusLabels[team.status]} · <bdi>{team.location}</bdi>
        </span>
      </span>
    </button>
  )
}
