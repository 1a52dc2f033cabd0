import { nameOfSlot, type SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@ultimate/kit/components/overlays/popover.tsx'
import { Link } from '@ultimate/kit/router.ts'
import { CalendarPlus, Copy, Pencil, Plus, ScrollText, Trash2, Users } from 'lucide-react'
import { SlotSignupsDialog } from '../sign-up/slot-signups-dialog.tsx'
import { DeleteSlotDialog } from './delete-slot-dialog.tsx'
import { emptyDraft, type SlotDraft, type SlotFormTask, toDraft } from './slot-draft.ts'
import styles from './slot-form.module.css'
import { SlotForm } from './slot-form.tsx'

/** The dialog over the page: the form of a slot, or a question or a list about one. */
export type OpenDialog =
  | ({ readonly kind: 'form' } & SlotFormTask)
  | { readonly kind: 'delete' | 'signups'; readonly slot: Slot }

interface SlotActionsProps {
  readonly category: SlotCategory
  readonly onOpen: (dialog: OpenDialog) => void
}

/** The controls of TD and admin for a section: they open the form for one slot, or for a row of serving times. */
export function SlotActions({ category, onOpen }: SlotActionsProps) {
  const addOne = () => onOpen(toForm(emptyDraft(category), category === 'dishes' ? 'New dish' : 'New serving slot'))
  const addRow = () =>
    onOpen({ ...toForm({ ...emptyDraft('serving'), times: '6' }, 'A row of serving times'), isRow: true })
  return (
    <>
      {category === 'serving' && (
        <Button variant="secondary" size="compact" icon={<CalendarPlus aria-hidden="true" />} onClick={addRow}>
          Add a row of serving times
        </Button>
      )}
      <Button variant="secondary" size="compact" icon={<Plus aria-hidden="true" />} onClick={addOne}>
        {category === 'dishes' ? 'Add a dish' : 'Add a serving slot'}
      </Button>
    </>
  )
}

/** The form for a new slot. */
const toForm = (draft: SlotDraft, title: string) => ({ kind: 'form', title, draft, slot: null, isRow: false }) as const

interface SlotDialogsProps {
  readonly open: OpenDialog | null
  readonly onClose: () => void
}

export function SlotDialogs({ open, onClose }: SlotDialogsProps) {
  const form = open?.kind === 'form' ? open : null
  return (
    <>
      <Dialog open={form !== null} onClose={onClose} title={form?.title ?? ''} size="large">
        {form && <SlotForm {...form} onClose={onClose} />}
      </Dialog>
      {open?.kind === 'signups' && <SlotSignupsDialog slot={open.slot} onClose={onClose} />}
      {open?.kind === 'delete' && <DeleteSlotDialog slot={open.slot} onClose={onClose} />}
    </>
  )
}

interface SlotToolbarProps {
  readonly slot: Slot
  /** True if the user may read the history of the slot. */
  readonly hasHistory: boolean
  readonly onOpen: (dialog: OpenDialog) => void
}

/** The controls of TD and admin for one slot. A menu holds those that change the slot itself. */
export function SlotToolbar({ slot, hasHistory, onOpen }: SlotToolbarProps) {
  const name = nameOfSlot(slot)
  const edit = () => onOpen({ kind: 'form', title: 'Edit slot', draft: toDraft(slot), slot, isRow: false })
  const copy = () => onOpen(toForm(toDraft(slot), 'Copy of a slot'))
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
          onClick={() => onOpen({ kind: 'signups', slot })}
        >
          Who signed up
        </Button>
        <Menu trigger={change}>
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={edit}>
            Edit
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden="true" />} onSelect={copy}>
            Copy this slot
          </MenuItem>
          {hasHistory && (
            <MenuLink link={<Link to={`/audit?subject=${encodeURIComponent(`slot-${slot.id}`)}`} />}>
              <ScrollText aria-hidden="true" />
              History
            </MenuLink>
          )}
          <MenuSeparator />
          <MenuItem
            icon={<Trash2 aria-hidden="true" />}
            tone="danger"
            onSelect={() => onOpen({ kind: 'delete', slot })}
          >
            Delete
          </MenuItem>
        </Menu>
      </span>
    </div>
  )
}
