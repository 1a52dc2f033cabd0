import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { adminOrTd, isAllowed } from '@ultimate/events/language/roles.ts'
import { LateNotice, lateFile, useLate } from '@ultimate/kit/components/loading/late.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { OpenDialog } from './slot-controls.tsx'

/** The controls of TD and admin beside the slots. */
export interface SlotTools {
  readonly actionsOf: (category: SlotCategory) => ReactNode
  readonly toolsOf: (slot: Slot) => ReactNode
  readonly dialogs: ReactNode
  /** Says that they did not come. */
  readonly notice: ReactNode
}

// Loaded on demand, because the public only signs up.
const controls = lateFile(() => import('./slot-controls.tsx'))

/** For the slots of the page, undefined while they load. The tools are null for users who may not change slots. */
export function useSlotTools(slots: readonly Slot[] | undefined) {
  const role = useSessionStore(({ user, isAuthenticated }) => (isAuthenticated ? (user?.role ?? null) : null))
  const isStaff = isAllowed(adminOrTd, role)
  const { loaded, hasFailed, retry, isRetrying } = useLate(controls, isStaff)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  // The desk leads to the sign-ups of a slot.
  const [params, setParams] = useSearchParams()
  const named = slots?.find(({ id }) => id === params.get('slot'))
  useEffect(() => {
    if (!isStaff || !named) return
    setOpen({ kind: 'signups', slot: named })
    setParams({}, { replace: true, preventScrollReset: true })
  }, [isStaff, named, setParams])
  // What ends late closes itself, and not what was opened meanwhile.
  const close = useCallback(() => setOpen((now) => (now === open ? null : now)), [open])
  const about = open && open.kind !== 'form' ? open.slot.id : null
  const isGone = about !== null && !slots?.some(({ id }) => id === about)
  // Another user deleted it, or this did and the answer was lost: then there is nothing left to ask about.
  useEffect(() => {
    if (isGone) close()
  }, [isGone, close])
  const tools: SlotTools | null = isStaff
    ? {
        actionsOf: (category) => loaded && <loaded.SlotActions category={category} onOpen={setOpen} />,
        toolsOf: (slot) => loaded && <loaded.SlotToolbar slot={slot} hasHistory={role === 'TD'} onOpen={setOpen} />,
        dialogs: loaded && <loaded.SlotDialogs open={open} onClose={close} />,
        notice: hasFailed && <LateNotice what="The tools for slots" onRetry={retry} isRetrying={isRetrying} />,
      }
    : null
  return { tools, areLoading: isStaff && !loaded && !hasFailed }
}
