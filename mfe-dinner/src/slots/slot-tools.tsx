import type { SlotCategory } from '@ultimate/events/dinner/slots/slot.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slots/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@ultimate/kit/components/overlays/menu.tsx'
import { Link } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Copy, Pencil, ScrollText, Trash2, Users } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
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

/** For the slots of the page; null for users who may not change them. */
export function useSlotTools(slots: readonly Slot[]): SlotTools | null {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const [open, setOpen] = useState<Open | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const about = open && open.kind !== 'form' ? open.slot.id : null
  const isGone = about !== null && !slots.some(({ id }) => id === about)
  // Another user deleted it, or this did and the answer was lost: then there is nothing left to ask about.
  useEffect(() => {
    if (isGone) close()
  }, [isGone, close])
  if (!isAllowed(adminOrTd, role)) return null
  return {
    actionsOf: (category) => (
      <AddSlotButtons category={category} onAdd={(task) => setOpen({ kind: 'form', ...task })} />
    ),
    toolsOf: (slot) => (
      <SlotToolbar
        slot={slot}
        hasHistory={role === 'TD'}
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
  /** Whether the user may read its history. */
  readonly hasHistory: boolean
  readonly onSignups: () => void
  readonly onEdit: () => void
  readonly onCopy: () => void
  readonly onDelete: () => void
}

/** What TD and admin can do with one slot: at hand what is done often, in a menu what changes the slot itself. */
export function SlotToolbar({ slot, hasHistory, onSignups, onEdit, onCopy, onDelete }: SlotToolbarProps) {
  const name = nameOfSlot(slot)
  const change = (
    <Button variant="quiet" size="compact" icon={<Pencil aria-hidden="true" />} aria-label={`Change ${name}`}>
      Change
    </Button>
  )
  return (
    <div className={styles['bar']}>
      <span className={styles['requirement']}>Team requirement {slot.team_requirement}</span>
      <span className={styles['tools']}>
        <Button
          variant="quiet"
          size="compact"
          icon={<Users aria-hidden="true" />}
          aria-label={`Who signed up for ${name}`}
          onClick={onSignups}
        >
          Who signed up
        </Button>
        <Menu trigger={change}>
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden="true" />} onSelect={onCopy}>
            Copy this slot
          </MenuItem>
          {hasHistory && (
            <MenuLink link={<Link to={`/audit?thing=${encodeURIComponent(`slot-${slot.id}`)}`} />}>
              <ScrollText aria-hidden="true" />
              Whole story
            </MenuLink>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </span>
    </div>
  )
}
