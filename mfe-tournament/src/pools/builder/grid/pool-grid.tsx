import { useDraggable } from '@dnd-kit/react'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { PlaceLabel } from '../../pool-card.tsx'
import { type Doubt, findDoubt } from '../unsaved/roster.ts'
import type { PoolBuilder } from '../use-pool-builder.ts'
import { walkPlaces } from './focus.ts'
import styles from './pool-grid.module.css'
import { PoolHead } from './pool-head.tsx'
import { markPlace } from './team-drag-area.tsx'

interface PoolGridProps {
  readonly builder: PoolBuilder
  readonly onDelete: (pool: SavedPool) => void
  readonly onPick: (team: string) => void
}

/** The pools with all their places. Arrow keys walk from place to place. */
export function PoolGrid({ builder, onDelete, onPick }: PoolGridProps) {
  const { context, isWriting, send } = builder
  const { pools, held, teams } = context
  const teamsById = new Map(teams.map((team) => [team.id, team]))
  const toPlacedTeam = (id: string): PlacedTeam => {
    const team = teamsById.get(id)
    return { id, name: team?.team_name ?? 'Unknown team', seed: team?.seed, doubt: team ? findDoubt(team) : null }
  }
  if (pools.length === 0)
    return (
      <EmptyState title="No pools yet" headingLevel={3}>
        Choose how many you need and how big they are, then Add Pools.
      </EmptyState>
    )
  const tap = (pool: string, position: number, team: string | null) => {
    const isHeld = team !== null && held.includes(team)
    if (held.length > 0 && !isHeld) send({ type: 'team.place', place: { pool, position } })
    else if (team !== null) onPick(team)
  }
  return (
    <div className={styles['grid']} data-region="" onKeyDownCapture={(event: KeyboardEvent) => walkPlaces(event)}>
      {pools.map((pool) => (
        <Card key={pool.id} className={styles['pool']} aria-label={pool.name}>
          <PoolHead
            pool={pool}
            otherNames={pools.filter(({ id }) => id !== pool.id).map(({ name }) => name)}
            disabled={isWriting}
            onShape={(shape) => send({ type: 'pool.shape', pool: pool.id, shape })}
            onDelete={() => onDelete(pool)}
          />
          <ol className={styles['places']}>
            {listPlaces(pool).map(({ key, team, position }) => (
              <PoolPlace
                key={key}
                pool={pool}
                position={position}
                team={team === null ? null : toPlacedTeam(team)}
                isPossible={held.length > 0 && (team === null || !held.includes(team))}
                isHeld={team !== null && held.includes(team)}
                disabled={isWriting}
                onTap={tap}
                onRemove={(id) => send({ type: 'team.remove', team: id })}
              />
            ))}
          </ol>
        </Card>
      ))}
    </div>
  )
}

const listPlaces = (pool: SavedPool) =>
  pool.teams.map((team, position) => ({ key: `${pool.id}/${position}`, team, position }))

interface PlacedTeam {
  readonly id: string
  readonly name: string
  readonly seed: number | undefined
  readonly doubt: Doubt | null
}

interface PoolPlaceProps {
  readonly pool: SavedPool
  readonly position: number
  readonly team: PlacedTeam | null
  /** True where a held team can get this place. */
  readonly isPossible: boolean
  readonly isHeld: boolean
  readonly disabled: boolean
  readonly onTap: (pool: string, position: number, team: string | null) => void
  readonly onRemove: (team: string) => void
}

/** A place of a pool: its button puts the held team here, or else picks up the team in this place. */
function PoolPlace(props: PoolPlaceProps) {
  const { pool, position, team, isPossible, isHeld, disabled, onTap, onRemove } = props
  const id = `${pool.id}/${position}`
  const marksId = useId()
  const isMarked = team !== null && (team.doubt !== null || team.seed !== undefined)
  const draggable = useDraggable({
    id: `placed:${id}`,
    data: { dragged: team?.id ?? '' },
    disabled: disabled || team === null,
  })
  return (
    <li
      className={styles['place']}
      data-possible={isPossible || undefined}
      data-taken={team !== null || undefined}
      {...markPlace({ pool: pool.id, position })}
    >
      <button
        ref={draggable.ref}
        type="button"
        className={styles['button']}
        data-place={id}
        aria-pressed={isHeld}
        aria-describedby={isMarked ? marksId : undefined}
        aria-disabled={!isPossible && team === null}
        disabled={disabled}
        onClick={() => onTap(pool.id, position, team?.id ?? null)}
      >
        <PlaceLabel pool={pool.name} position={position} className={styles['label']} />
        {team ? (
          <span className={styles['words']}>
            <bdi className={styles['team']}>{team.name}</bdi>
            {isMarked && (
              // Hidden, because the marks describe the button and are no part of its name.
              <span id={marksId} aria-hidden="true" className={styles['marks']}>
                {team.seed !== undefined && <span>{`Seed ${team.seed}`}</span>}
                {team.doubt && (
                  <Badge tone={team.doubt === 'Waitlist' ? 'warn' : 'neutral'} className={styles['doubt']}>
                    {team.doubt}
                  </Badge>
                )}
              </span>
            )}
          </span>
        ) : (
          <span className={styles['empty']}>Empty</span>
        )}
      </button>
      {team && (
        <IconButton
          className={styles['remove']}
          label={`Remove ${team.name} from ${pool.name}`}
          icon={<X aria-hidden="true" />}
          disabled={disabled}
          onClick={() => onRemove(team.id)}
        />
      )}
    </li>
  )
}
