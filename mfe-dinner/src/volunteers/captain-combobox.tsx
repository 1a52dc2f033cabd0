import { Combobox } from '@base-ui/react/combobox'
import { fold, foldSearch } from '@ultimate/events/language/fold.ts'
import fieldStyles from '@ultimate/kit/components/fields/field.module.css'
import type { FieldWiring } from '@ultimate/kit/components/fields/field.tsx'
import { useBackCloses } from '@ultimate/kit/components/overlays/overlay-history.ts'
import { Check, ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import styles from './captain-combobox.module.css'
import { type Captain, nameOfCaptain } from './captains.ts'

interface CaptainComboboxProps {
  readonly captains: readonly Captain[]
  /** The id of the chosen captain, which is that of the team; empty while none is chosen. */
  readonly value: string
  readonly onValueChange: (id: string) => void
  readonly wiring: FieldWiring
}

/** The choice of one captain among many, found by a few letters. The list opens within the page's main landmark. */
export function CaptainCombobox({ captains, value, onValueChange, wiring }: CaptainComboboxProps) {
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  return (
    <Combobox.Root
      open={isOpen}
      onOpenChange={setOpen}
      items={captains}
      value={captains.find(({ id }) => id === value) ?? null}
      onValueChange={(captain) => onValueChange(captain?.id ?? '')}
      itemToStringLabel={nameOfCaptain}
      filter={(captain, typed) => fold(nameOfCaptain(captain)).includes(foldSearch(typed))}
      isItemEqualToValue={(one, other) => one.id === other.id}
      autoHighlight
    >
      <div className={styles['frame']}>
        <Combobox.Input
          {...wiring}
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
            <Combobox.Empty className={styles['empty']}>No match.</Combobox.Empty>
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
  )
}
