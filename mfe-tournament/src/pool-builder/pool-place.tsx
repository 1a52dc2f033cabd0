import { useDraggable } from '@dnd-kit/react'
import { placeLabel, type SavedPool } from '@ultimate/events/tournament/pools.ts'
import { IconButton } from '@ultimate/kit/components/buttons/icon-button.tsx'
import { X } from 'lucide-react'
import { dropOnPlace } from './drop-target.ts'
import styles from './pool-place.module.css'

interface PoolPlaceProps {
  readonly pool: SavedPool
  readonly position: number
  readonly team: { readonly id: string; readonly name: string } | null
  /** A team is in the hand: this place can be its next one. */
  readonly isPossible: boolean
  readonly isHeld: boolean
  readonly disabled: boolean
  readonly onTap: (pool: string, position: number, team: string | null) => void
  readonly onRemove: (team: string) => void
}

/** One place of a pool: a button that puts down what is in the hand, or else picks up who stands here. */
export function PoolPlace(props: PoolPlaceProps) {
  const { pool, position, team, isPossible, isHeld, disabled, onTap, onRemove } = props
  const id = `${pool.id}/${position}`
  const draggable = useDraggable({
    id: `placed:${id}`,
    data: { team: team?.id ?? '' },
    disabled: disabled || team === null,
  })
  const label = placeLabel(pool.name, position)
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
        <span className={styles['label']}>{label}</span>
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
