import { poolLimits } from '@ultimate/events/tournament/pools/pools.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { PoolLetter } from '../../pool-card.tsx'
import { countTeams, type PoolShape } from '../unsaved/arrangement.ts'
import styles from './pool-grid.module.css'

interface PoolHeadProps {
  readonly pool: SavedPool
  /** The names of the other pools. */
  readonly otherNames: readonly string[]
  readonly disabled: boolean
  readonly onShape: (shape: PoolShape) => void
  readonly onDelete: () => void
}

/** A pool's name and size, which can be changed in place. */
export function PoolHead({ pool, otherNames, disabled, onShape, onDelete }: PoolHeadProps) {
  const [isEdited, setEdited] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  // The form that closes had the focus; at first nothing takes it.
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
