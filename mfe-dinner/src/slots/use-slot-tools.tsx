import type { SlotCategory } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slot-api.ts'
import type { ReactNode } from 'react'

/** What TD and admin see beside the slots. */
export interface SlotTools {
  readonly actionsOf: (category: SlotCategory) => ReactNode
  readonly toolsOf: (slot: Slot) => ReactNode
  readonly dialogs: ReactNode
}

/** Null for everybody who may not change slots. */
export function useSlotTools(_slots: readonly Slot[]): SlotTools | null {
  return null
}
