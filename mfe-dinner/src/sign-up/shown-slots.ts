import { isFull } from '@ultimate/events/dinner/slot.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'

type SignupCounts = Pick<Slot, 'id' | 'current_signups' | 'max_signups'>

export const isOpen = ({ current_signups, max_signups }: SignupCounts): boolean => !isFull(current_signups, max_signups)

/**
 * Returns the slots with a free place, and those of `stayingIds`: the slots of own sign-ups, and the slots that were
 * just shown, because a card must not go from under a finger when someone else takes the last place.
 */
export function listOpenSlots<One extends SignupCounts>(slots: readonly One[], stayingIds: ReadonlySet<string>): One[] {
  return slots.filter((slot) => isOpen(slot) || stayingIds.has(slot.id))
}

/** In the address, as `?show=open`, so that a captain can send the view to the team. */
const viewParameter = 'show'

/** Returns whether only open slots are shown, and the function that changes that. */
export function useOpenOnly(): readonly [boolean, (only: boolean) => void] {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (only: boolean) => setSearch(only ? { [viewParameter]: 'open' } : {}, { replace: true, preventScrollReset: true }),
    [setSearch],
  )
  return [search.get(viewParameter) === 'open', change]
}

/** Returns the slots to show: all, or the open ones. An open slot that becomes full stays until all are shown. */
export function useShownSlots(
  slots: readonly Slot[],
  ownBySlot: ReadonlyMap<string, unknown>,
  openOnly: boolean,
): readonly Slot[] {
  const shownIds = useRef<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    const shown = openOnly ? listOpenSlots(slots, new Set([...shownIds.current, ...ownBySlot.keys()])) : slots
    shownIds.current = new Set(openOnly ? shown.map(({ id }) => id) : [])
    return shown
  }, [slots, ownBySlot, openOnly])
}

/** The number of cards that one task draws: with more, a tap on a slow phone would wait too long. */
const cardsPerTask = 5

interface Cards {
  readonly canBeDrawn: boolean
  /** True to draw all cards in one task. */
  readonly isAtOnce: boolean
  /** The number of cards. */
  readonly count: number
}

/** The number of drawn cards once all are drawn. It is infinite, so that a card that is added later is drawn at once. */
export const allCards = Number.POSITIVE_INFINITY

/** Returns the number of drawn cards: 0 until they can be drawn, then 5, 10 and so on, and in the end `allCards`. */
export function useDrawnCards({ canBeDrawn, isAtOnce, count }: Cards): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (!canBeDrawn || drawn === allCards) return
    const next = drawn + cardsPerTask
    startTransition(() => setDrawn(!isAtOnce && next < count ? next : allCards))
  }, [canBeDrawn, isAtOnce, count, drawn])
  return drawn
}
