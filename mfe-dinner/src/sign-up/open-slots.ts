import { isFull } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { useCallback, useMemo, useRef } from 'react'

type SignupCounts = Pick<Slot, 'id' | 'current_signups' | 'max_signups'>

export const isOpen = ({ current_signups, max_signups }: SignupCounts): boolean => !isFull(current_signups, max_signups)

/**
 * Slots with a free place, and those of `keeps`: what this device is signed up for, and what was shown a moment ago,
 * because a card does not go from under a finger when another person takes its last place.
 */
export function openSlots<One extends SignupCounts>(slots: readonly One[], keeps: ReadonlySet<string>): One[] {
  return slots.filter((slot) => isOpen(slot) || keeps.has(slot.id))
}

const parameter = 'show'

/**
 * Returns whether only open slots are shown, and its setter. It is part of the address, so that a captain can send it
 * to the team.
 */
export function useOpenOnly(): readonly [boolean, (only: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (only: boolean) => setSearch(only ? { [parameter]: 'open' } : {}, { replace: true, preventScrollReset: true }),
    [setSearch],
  )
  return [search.get(parameter) === 'open', change]
}

/** The slots to show: all, or the open ones. One that was shown stays until all are shown again. */
export function useShownSlots(
  slots: readonly Slot[],
  own: ReadonlyMap<string, unknown>,
  openOnly: boolean,
): readonly Slot[] {
  const keeps = useRef<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const shown = openOnly ? openSlots(slots, new Set([...keeps.current, ...own.keys()])) : slots
    keeps.current = new Set(openOnly ? shown.map(({ id }) => id) : [])
    return shown
  }, [slots, own, openOnly])
}
