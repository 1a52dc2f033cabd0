import type { SavedPool } from '@ultimate/events/tournament/pools.ts'
import { IconButton } from '@ultimate/kit/components/buttons/icon-button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { PoolLetter } from '../pool-play/pool-letter.tsx'
import { countTeams } from './arrangement.ts'
import { walkPlaces } from './keyboard.ts'
import styles from './pool-grid.module.css'
import { PoolPlace } from './pool-place.tsx'
import type { PoolBuilder } from './use-pool-builder.ts'

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
    if (held !== null && held !== team) send({ type: 'team.place', place: { pool, position } })
    else if (team !== null) onPick(team)
  }
  return (
    <div className={styles['grid']} onKeyDownCapture={(event: KeyboardEvent) => walkPlaces(event)}>
      {pools.map((pool) => (
        <Card key={pool.id} className={styles['pool']} aria-label={pool.name}>
          <header className={styles['head']}>
            <PoolLetter compact name={pool.name} />
            <h3 className={styles['name']}>{pool.name}</h3>
            <span className={styles['count']}>
              {countTeams(pool)}/{pool.size}
            </span>
            <IconButton
              label={`Delete ${pool.name}`}
              icon={<Trash2 aria-hidden="true" />}
              disabled={isWriting}
              onClick={() => onDelete(pool)}
            />
          </header>
          <ol className={styles['places']}>
            {placesOf(pool).map(({ key, team, position }) => (
              <PoolPlace
                key={key}
                pool={pool}
                position={position}
                team={team === null ? null : { id: team, name: names.get(team) ?? 'Unknown team' }}
                isPossible={held !== null && held !== team}
                isHeld={held !== null && held === team}
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
