import { Combobox } from '@base-ui/react/combobox'
import fieldStyles from '@ultimate/kit/components/fields/field.module.css'
import { Field } from '@ultimate/kit/components/fields/field.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Check, ChevronDown, X } from 'lucide-react'
import type { Captain } from '../sign-up/captains-query.ts'
import styles from './captain-field.module.css'

export interface CaptainFieldProps {
  /** Undefined while they load. */
  readonly captains: readonly Captain[] | undefined
  /** Loading them has failed. */
  readonly hasFailed: boolean
  /** The chosen team's id; empty while none is. */
  readonly value: string
  readonly onValueChange: (id: string) => void
  readonly error?: string | undefined
  readonly className?: string | undefined
}

const label = 'Captain'
const hint = 'Search by team or captain.'
const labelOf = ({ name, team }: Captain): string => `${name} · ${team}`

/**
 * One of many registered teams, found by a few letters of the team's or the captain's name. The list stands inside the
 * page's main landmark; while it is open the label is hidden from screen readers, so the input has an `aria-label`.
 */
export function CaptainField({ captains, hasFailed, value, onValueChange, error, className }: CaptainFieldProps) {
  if (!captains) {
    const placeholder = hasFailed ? 'No teams came' : 'Loading teams…'
    return (
      <TextField label={label} hint={hint} error={error} placeholder={placeholder} className={className} disabled />
    )
  }
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <Combobox.Root
          items={captains}
          value={captains.find(({ id }) => id === value) ?? null}
          onValueChange={(captain) => onValueChange(captain?.id ?? '')}
          itemToStringLabel={labelOf}
          isItemEqualToValue={(one, other) => one.id === other.id}
          autoHighlight
        >
          <div className={styles['frame']}>
            <Combobox.Input
              {...wiring}
              aria-label={label}
              className={`${fieldStyles['control']} ${styles['input']}`}
              placeholder="Choose your captain"
              spellCheck={false}
            />
            <Combobox.Clear className={styles['clear']} aria-label="Clear the captain">
              <X aria-hidden="true" />
            </Combobox.Clear>
            <Combobox.Trigger className={styles['trigger']} aria-label="Show all captains">
              <ChevronDown aria-hidden="true" />
            </Combobox.Trigger>
          </div>
          <Combobox.Portal container={document.querySelector<HTMLElement>('main')}>
            <Combobox.Positioner className={styles['place']} sideOffset={4} collisionPadding={8}>
              <Combobox.Popup className={styles['popup']}>
                <Combobox.Empty className={styles['empty']}>No team or captain has these letters.</Combobox.Empty>
                <Combobox.List className={styles['list']}>
                  {(captain: Captain) => (
                    <Combobox.Item key={captain.id} value={captain} className={styles['item']}>
                      <span className={styles['words']}>
                        <bdi className={styles['name']}>{captain.name}</bdi>
                        <bdi className={styles['team']}>{captain.team}</bdi>
                      </span>
                      <Combobox.ItemIndicator className={styles['chosen']}>
                        <Check aria-hidden="true" />
                      </Combobox.ItemIndicator>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </Field>
  )
}
