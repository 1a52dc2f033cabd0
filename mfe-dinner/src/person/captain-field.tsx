import { Field } from '@ultimate/kit/components/fields/field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { LateNotice, lateFile, useLate } from '@ultimate/kit/components/loading/late.tsx'
import { type Captain, nameOfCaptain } from '../sign-up/captains-query.ts'

export interface CaptainFieldProps {
  /** Undefined while they load. */
  readonly captains: readonly Captain[] | undefined
  /** Loading them has failed. */
  readonly hasFailed: boolean
  /** The chosen team's id; empty while none is. */
  readonly value: string
  readonly onValueChange: (id: string) => void
  readonly error?: string | undefined
}

const label = 'Captain'
const hint = 'Search by team or captain.'

/** A third of the page's code, which the page is drawn without. */
const combobox = lateFile(async () => (await import('./captain-combobox.tsx')).CaptainCombobox)

/** One of many registered teams, found by a few letters of the team's or the captain's name. */
export function CaptainField({ captains, hasFailed, value, onValueChange, error }: CaptainFieldProps) {
  const { loaded: Combobox, hasFailed: isFileMissing, isRetrying, retry } = useLate(combobox)
  if (captains && Combobox)
    return (
      <Field label={label} hint={hint} error={error}>
        {(wiring) => <Combobox captains={captains} value={value} onValueChange={onValueChange} wiring={wiring} />}
      </Field>
    )
  const chosen = captains?.find(({ id }) => id === value)
  const field = (
    <TextField
      label={label}
      hint={hint}
      error={error}
      placeholder={hasFailed || isFileMissing ? 'Couldn’t load teams' : 'Loading teams…'}
      value={chosen ? nameOfCaptain(chosen) : ''}
      disabled
    />
  )
  if (!isFileMissing) return field
  return (
    <div>
      {field}
      <LateNotice what="The list of captains" onRetry={retry} isRetrying={isRetrying} />
    </div>
  )
}
