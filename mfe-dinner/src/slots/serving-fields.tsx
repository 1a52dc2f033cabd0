import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { servingRange } from './serving-time.ts'
import { type SlotDraft, timesPreview } from './slot-draft.ts'
import styles from './slot-form.module.css'
import type { BindField } from './use-slot-form.ts'

export interface ServingFieldsProps {
  readonly draft: SlotDraft
  readonly bind: BindField
  readonly isRow: boolean
}

/** When serving begins, and the half hours that this makes. */
export function ServingFields({ draft, bind, isRow }: ServingFieldsProps) {
  const times = timesPreview(draft)
  return (
    <>
      <TextField
        label={isRow ? 'First time' : 'Time'}
        type="time"
        step={300}
        hint={isRow ? undefined : (times[0] && servingRange(times[0])) || 'Half an hour from here.'}
        {...bind('time_slot')}
      />
      {isRow && (
        <>
          <TextField label="How many half hours" inputMode="numeric" autoComplete="off" {...bind('times')} />
          <ol className={styles['times']} aria-label="Serving times that will be added">
            {times.map((time) => (
              <li key={time}>{servingRange(time)}</li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}
