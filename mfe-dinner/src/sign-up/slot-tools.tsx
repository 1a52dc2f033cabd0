import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { LateNotice, lateFile, useLate } from '@ultimate/kit/components/loading/late.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { OpenDialog } from '../slots/slot-controls.tsx'

/** The controls of TD and admin beside the slots. */
export interface SlotTools {
  readonly renderActions: (category: SlotCategory) => ReactNode
  readonly renderTools: (slot: Slot) => ReactNode
  readonly dialogs: ReactNode
  /** The alert that the controls could not be loaded. */
  readonly notice: ReactNode
}

// Loaded on demand, because the public only signs up.
const controls = lateFile(() => import('../slots/slot-controls.tsx'))

/**
 * Loads the controls of TD and admin. `slots` are undefined while the page loads them. The tools are null for users who
 * may not change slots.
 */
export function useSlotTools(slots: readonly Slot[] | undefined) {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const isStaff = isAllowed(adminOrTd, role)
  const { loaded, hasFailed, retry, isRetrying } = useLate(controls, isStaff)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  // A dialog that ends late closes only itself, not a dialog that was opened meanwhile.
  const close = useCallback(() => setOpen((shown) => (shown === open ? null : shown)), [open])
  useDialogFromAddress(isStaff ? slots : undefined, setOpen)
  useClosedWhenSlotIsGone(slots, open, close)
  const tools: SlotTools | null = isStaff
    ? {
        renderActions: (category) => loaded && <loaded.SlotActions category={category} onOpen={setOpen} />,
        renderTools: (slot) => loaded && <loaded.SlotToolbar slot={slot} hasHistory={role === 'TD'} onOpen={setOpen} />,
        dialogs: loaded && <loaded.SlotDialogs open={open} onClose={close} />,
        notice: hasFailed && <LateNotice what="The tools for slots" onRetry={retry} isRetrying={isRetrying} />,
      }
    : null
  return { tools, areLoading: isStaff && !loaded && !hasFailed }
}

/** Opens the sign-ups of the slot that the address names, as in the links of the Desk: `?slot=<id>`. */
function useDialogFromAddress(slots: readonly Slot[] | undefined, setOpen: (dialog: OpenDialog) => void): void {
  const [params, setParams] = useSearchParams()
  const slot = slots?.find(({ id }) => id === params.get('slot'))
  useEffect(() => {
    if (!slot) return
    setOpen({ kind: 'signups', slot })
    setParams({}, { replace: true, preventScrollReset: true })
  }, [slot, setOpen, setParams])
}

/** Closes the dialog about a slot that is deleted: by someone else, or by this page if the answer was lost. */
function useClosedWhenSlotIsGone(slots: readonly Slot[] | undefined, open: OpenDialog | null, close: () => void): void {
  const slotId = open && open.kind !== 'form' ? open.slot.id : null
  const isGone = slotId !== null && !slots?.some(({ id }) => id === slotId)
  useEffect(() => {
    if (isGone) close()
  }, [isGone, close])
}
