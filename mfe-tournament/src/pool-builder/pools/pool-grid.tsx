import { useDraggable } from '@dnd-kit/react'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { PlaceLabel } from '../../pool-play/pool-card.tsx'
import type { PoolBuilder } from '../use-pool-builder.ts'
import { dropOnPlace } from './drag-area.tsx'
import { walkPlaces } from './focus.ts'
import styles from './pool-grid.module.css'
import { PoolHead } from './pool-head.tsx'

interface PoolGridProps {
  readonly builder: PoolBuilder
  readonly onDelete: (pool: SavedPool) => void
  readonly onPick: (team: string) => void
}

/** The pools with all their places. Arrow keys walk from place to place. */
export function PoolGrid({ builder, onDelete, onPick }: PoolGridProps) {
  const { context, isWriting, send } = builder
  const { pools, held, teams } = context
  const names = new Map(teams.map((team) => [team.id, team.team_name]))
  if (pools.length === 0)
    return (
      <EmptyState title="No pools yet" headingLevel={3}>
        Say how many you need and how big they are, then Add Pools.
      </EmptyState>
    )
  const tap = (pool: string, position: number, team: string | null) => {
    const isOwn = team !== null && held.includes(team)
    if (held.length > 0 && !isOwn) send({ type: 'team.place', place: { pool, position } })
    else if (team !== null) onPick(team)
  }
  return (
    <div className={styles['grid']} data-region="" onKeyDownCapture={(event: KeyboardEvent) => walkPlaces(event)}>
      {pools.map((pool) => (
        <Card key={pool.id} className={styles['pool']} aria-label={pool.name}>
          <PoolHead
            pool={pool}
            taken={pools.filter(({ id }) => id !== pool.id).map(({ name }) => name)}
            disabled={isWriting}
            onShape={(shape) => send({ type: 'pool.shape', pool: pool.id, shape })}
            onDelete={() => onDelete(pool)}
          />
          <ol className={styles['places']}>
            {placesOf(pool).map(({ key, team, position }) => (
              <PoolPlace
                key={key}
                pool={pool}
                position={position}
                team={team === null ? null : { id: team, name: names.get(team) ?? 'Unknown team' }}
                isPossible={held.length > 0 && (team === null || !held.includes(team))}
                isHeld={team !== null && held.includes(team)}
                disabled={isWriting}
                onTap={tap}
                onRemove={(placed) => send({ type: 'team.remove', team: placed })}
              />
            ))}
          </ol>
        </Card>
      ))}
    </div>
  )
}

const placesOf = (pool: SavedPool) =>
  pool.teams.map((team, position) => ({ key: `${pool.id}/${position}`, team, position }))

interface PoolPlaceProps {
  readonly pool: SavedPool
  readonly position: number
  readonly team: { readonly id: string; readonly name: string } | null
  /** A team is held: this place can be its next one. */
  readonly isPossible: boolean
  readonly isHeld: boolean
  readonly disabled: boolean
  readonly onTap: (pool: string, position: number, team: string | null) => void
  readonly onRemove: (team: string) => void
}

/** One place of a pool: a button that puts down the held team, or else picks up the team that stands here. */
export function PoolPlace(props: PoolPlaceProps) {
  const { pool, position, team, isPossible, isHeld, disabled, onTap, onRemove } = props
  const id = `${pool.id}/${position}`
  const draggable = useDraggable({
    id: `placed:${id}`,
    data: { team: team?.id ?? '' },
    disabled: disabled || team === null,
  })
  return (
    <li
      className={styles['place']}
      data-possible={isPossible || undefined}
      data-taken={team !== null || undefined}
      {...dropOnPlace({ pool: pool.id, position })}
    >
      <button
        ref={draggable.ref}
        type="button"
        className={styles['button']}
        data-place={id}
        aria-pressed={isHeld}
        aria-disabled={!isPossible && team === null}
        disabled={disabled}
        onClick={() => onTap(pool.id, position, team?.id ?? null)}
      >
        <PlaceLabel pool={pool.name} position={position} className={styles['label']} />
        {team ? <bdi className={styles['team']}>{team.name}</bdi> : <span className={styles['empty']}>Empty</span>}
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
