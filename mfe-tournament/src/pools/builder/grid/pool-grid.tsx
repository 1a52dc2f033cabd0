import { useDraggable } from '@dnd-kit/react'
import { poolLimits } from '@ultimate/events/tournament/pools/pools.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { PlaceLabel, PoolLetter } from '../../pool-card.tsx'
import { countTeams, type PoolShape } from '../unsaved/arrangement.ts'
import { type Doubt, findDoubt } from '../unsaved/roster.ts'
import type { PoolBuilder } from '../use-pool-builder.ts'
import { walkPlaces } from './focus.ts'
import styles from './pool-grid.module.css'
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
        Say how many you need and how big they are, then Add Pools.
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

interface PoolHeadProps {
  readonly pool: SavedPool
  /** The names of the other pools. */
  readonly otherNames: readonly string[]
  readonly disabled: boolean
  readonly onShape: (shape: PoolShape) => void
  readonly onDelete: () => void
}

/** A pool's name and size, which can be changed in place. */
function PoolHead({ pool, otherNames, disabled, onShape, onDelete }: PoolHeadProps) {
  const [isEdited, setEdited] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited) editButton.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  if (isEdited)
    return (
      <ShapeForm
        pool={pool}
        otherNames={otherNames}
        onCancel={() => setEdited(false)}
        onDone={(shape) => {
          setEdited(false)
          onShape(shape)
        }}
      />
    )
  return (
    <header className={styles['head']}>
      <PoolLetter compact name={pool.name} />
      <h3 className={styles['name']}>{pool.name}</h3>
      <span className={styles['count']}>
        {countTeams(pool)}/{pool.size}
      </span>
      <IconButton
        ref={editButton}
        className={styles['tool']}
        label={`Edit ${pool.name}`}
        icon={<Pencil aria-hidden="true" />}
        disabled={disabled}
        onClick={() => setEdited(true)}
      />
      <IconButton
        className={styles['tool']}
        label={`Delete ${pool.name}`}
        icon={<Trash2 aria-hidden="true" />}
        disabled={disabled}
        onClick={onDelete}
      />
    </header>
  )
}

const { min, max } = poolLimits.size
const sizes = Array.from({ length: max - min + 1 }, (_, index) => min + index)
const maxNameLength = 40

interface ShapeFormProps {
  readonly pool: SavedPool
  readonly otherNames: readonly string[]
  readonly onDone: (shape: PoolShape) => void
  readonly onCancel: () => void
}

function ShapeForm({ pool, otherNames, onDone, onCancel }: ShapeFormProps) {
  const [name, setName] = useState(pool.name)
  const [size, setSize] = useState(pool.size)
  const error = findError(name, otherNames)
  const unplacedTeams = countTeams({ teams: pool.teams.slice(size) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (error === undefined) onDone({ name: name.trim(), size })
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
  }
  return (
    <form
      className={styles['shape']}
      noValidate
      aria-label={`Edit ${pool.name}`}
      onSubmit={submit}
      onKeyDown={cancelOnEscape}
    >
      <TextField label="Name" value={name} onValueChange={setName} maxLength={maxNameLength} error={error} autoFocus />
      <SelectField label="Places" value={String(size)} onValueChange={(value) => setSize(Number(value))}>
        {sizes.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </SelectField>
      <p className={styles['leaving']} role="status">
        {unplacedTeams > 0 && `${unplacedTeams === 1 ? '1 team' : `${unplacedTeams} teams`} will be without a place.`}
      </p>
      <div className={styles['buttons']}>
        <Button variant="secondary" size="compact" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="compact" disabled={error !== undefined}>
          Done
        </Button>
      </div>
    </form>
  )
}

function findError(name: string, otherNames: readonly string[]): string | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return 'A pool needs a name.'
  return otherNames.includes(trimmed) ? 'Another pool has this name.' : undefined
}
