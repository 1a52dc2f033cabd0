import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { HistoryLink } from '@ultimate/kit/components/buttons/history-link.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Copy, Pencil, Trash2, Users } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { AddSlotButtons, adding } from '../add-slot/add-slot.tsx'
import { DeleteSlotDialog } from '../delete-slot/delete-slot-dialog.tsx'
import { SlotSignupsDialog } from '../remove-signup/slot-signups-dialog.tsx'
import { draftOf, type SlotFormTask } from './slot-draft.ts'
import { SlotForm } from './slot-form.tsx'
import styles from './slot-tools.module.css'

/** The controls of TD and admin beside the slots. */
export interface SlotTools {
  readonly actionsOf: (category: SlotCategory) => ReactNode
  readonly toolsOf: (slot: Slot) => ReactNode
  readonly dialogs: ReactNode
}

type Open = ({ readonly kind: 'form' } & SlotFormTask) | { readonly kind: 'delete' | 'signups'; readonly slot: Slot }

/** Null for users who may not change slots. */
export function useSlotTools(): SlotTools | null {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const [open, setOpen] = useState<Open | null>(null)
  const close = useCallback(() => setOpen(null), [])
  if (!isAllowed(adminOrTd, role)) return null
  return {
    actionsOf: (category) => (
      <AddSlotButtons category={category} onAdd={(task) => setOpen({ kind: 'form', ...task })} />
    ),
    toolsOf: (slot) => (
      <SlotToolbar
        slot={slot}
        onSignups={() => setOpen({ kind: 'signups', slot })}
        onEdit={() => setOpen({ kind: 'form', title: 'Edit slot', draft: draftOf(slot), slot, isRow: false })}
        onCopy={() => setOpen({ kind: 'form', ...adding(draftOf(slot), 'Copy of a slot') })}
        onDelete={() => setOpen({ kind: 'delete', slot })}
      />
    ),
    dialogs: (
      <>
        <Dialog
          open={open?.kind === 'form'}
          onClose={close}
          title={open?.kind === 'form' ? open.title : ''}
          size="large"
        >
          {open?.kind === 'form' && <SlotForm draft={open.draft} slot={open.slot} isRow={open.isRow} onClose={close} />}
        </Dialog>
        {open?.kind === 'signups' && <SlotSignupsDialog slot={open.slot} onClose={close} />}
        {open?.kind === 'delete' && <DeleteSlotDialog slot={open.slot} onClose={close} />}
      </>
    ),
  }
}

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
