import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { FieldMessage, wireField } from '@ultimate/kit/components/fields/field.tsx'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import styles from './staff-scores-page.module.css'

const maxPoints = 99

interface PointsFieldProps {
  /** The name of the team. */
  readonly label: string
  readonly value: number
  readonly error?: string | undefined
  readonly onValueChange: (value: number) => void
}

/** The points of one team: large buttons for wet fingers, a number to type, and the arrow keys. */
export function PointsField({ label, value, error, onValueChange }: PointsFieldProps) {
  const id = useId()
  const step = (by: number) => onValueChange(Math.min(maxPoints, Math.max(0, value + by)))
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        <bdi>{label}</bdi>
      </label>
      <div className={styles['stepper']}>
        <IconButton
          className={styles['step']}
          label={`One point less for ${label}`}
          icon={<Minus aria-hidden="true" />}
          aria-disabled={value === 0}
          onClick={() => step(-1)}
        />
        <input
          {...wireField(id, { error })}
          className={styles['number']}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onKeyDown={press}
          onChange={({ target }) => onValueChange(Number(target.value.replaceAll(/\D/g, '').slice(-2)))}
        />
        <IconButton
          className={styles['step']}
          label={`One point more for ${label}`}
          icon={<Plus aria-hidden="true" />}
          aria-disabled={value === maxPoints}
          onClick={() => step(1)}
        />
      </div>
      <FieldMessage control={id} error={error} />
    </div>
  )
}
