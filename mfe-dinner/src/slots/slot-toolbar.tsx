import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { IconButton } from '@ultimate/kit/components/buttons/icon-button.tsx'
import { Copy, Pencil, Trash2, Users } from 'lucide-react'
import { nameOfSlot } from './slot-name.ts'
import styles from './slot-toolbar.module.css'

export interface SlotToolbarProps {
  readonly slot: Slot
  readonly onSignups: () => void
  readonly onEdit: () => void
  readonly onCopy: () => void
  readonly onDelete: () => void
}

/** What TD and admin can do with one slot. */
export function SlotToolbar({ slot, onSignups, onEdit, onCopy, onDelete }: SlotToolbarProps) {
  const name = nameOfSlot(slot)
  return (
    <div className={styles['bar']}>
      <span className={styles['requirement']}>Team requirement {slot.team_requirement}</span>
      <span className={styles['tools']}>
        <IconButton
          label={`Who signed up for ${name}`}
          title="Who signed up"
          icon={<Users aria-hidden="true" />}
          onClick={onSignups}
        />
        <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
        <IconButton
          label={`Copy this slot: ${name}`}
          title="Copy this slot"
          icon={<Copy aria-hidden="true" />}
          onClick={onCopy}
        />
        <HistoryLink subject={`slot-${slot.id}`} name={name} />
        <IconButton label={`Delete ${name}`} icon={<Trash2 aria-hidden="true" />} onClick={onDelete} />
      </span>
    </div>
  )
}
