import { useDraggable } from '@dnd-kit/react'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools.ts'
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
import { dropOnPlace } from './team-drag-area.tsx'

interface PoolGridProps {
  readonly builder: PoolBuilder
  readonly onDelete: (pool: SavedPool) => void
  readonly onPick: (team: string) => void
}

/** The pools with all their places. Arrow keys walk from place to place. */
export function PoolGrid({ builder, onDelete, onPick }: PoolGridProps) {
  const { context, isWriting, send } = builder
  const { pools, held, teams } = context
  const known = new Map(teams.map((team) => [team.id, team]))
  const placed = (id: string): PlacedTeam => {
    const team = known.get(id)
    return { id, name: team?.team_name ?? 'Unknown team', seed: team?.seed, doubt: team ? findDoubt(team) : null }
  }
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
            {listPlaces(pool).map(({ key, team, position }) => (
              <PoolPlace
                key={key}
                pool={pool}
                position={position}
                team={team === null ? null : placed(team)}
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
  const mark = useId()
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
      {...dropOnPlace({ pool: pool.id, position })}
    >
      <button
        ref={draggable.ref}
        type="button"
        className={styles['button']}
        data-place={id}
        aria-pressed={isHeld}
        aria-describedby={isMarked ? mark : undefined}
        aria-disabled={!isPossible && team === null}
        disabled={disabled}
        onClick={() => onTap(pool.id, position, team?.id ?? null)}
      >
        <PlaceLabel pool={pool.name} position={position} className={styles['label']} />
        {team ? (
          <span className={styles['words']}>
            <bdi className={styles['team']}>{team.name}</bdi>
            {isMarked && (
              // They describe the button, whose name stays that of the team.
              <span id={mark} aria-hidden="true" className={styles['marks']}>
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
