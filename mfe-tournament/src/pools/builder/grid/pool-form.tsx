import { configurationError, poolLimits } from '@ultimate/events/tournament/pools/pools.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import styles from './pool-form.module.css'

interface PoolFormProps {
  readonly existing: number
  readonly disabled: boolean
  readonly onAdd: (count: number, size: number) => void
}

const whole = (text: string): number => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN)

/** The form to add pools: how many, and of how many places. */
export function PoolForm({ existing, disabled, onAdd }: PoolFormProps) {
  const [count, setCount] = useState('4')
  const [size, setSize] = useState('5')
  const message = useId()
  const error = configurationError(whole(count), whole(size), existing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (error === null) onAdd(whole(count), whole(size))
  }
  const number = { inputMode: 'numeric', type: 'number', step: 1, 'aria-describedby': message } as const
  return (
    <form className={styles['form']} noValidate aria-label="Pool configuration" onSubmit={submit}>
      <h2 className={styles['title']}>Pool configuration</h2>
      <div className={styles['fields']}>
        <TextField
          label="Number of pools"
          value={count}
          onValueChange={setCount}
          min={poolLimits.perAdd.min}
          max={poolLimits.perAdd.max}
          {...number}
        />
        <TextField
          label="Pool size"
          value={size}
          onValueChange={setSize}
          min={poolLimits.size.min}
          max={poolLimits.size.max}
          {...number}
        />
        <Button
          type="submit"
          variant="secondary"
          icon={<Plus aria-hidden="true" />}
          disabled={disabled || error !== null}
        >
          Add Pools
        </Button>
      </div>
      <p id={message} className={styles['error']} role="status">
        {error}
      </p>
    </form>
  )
}
