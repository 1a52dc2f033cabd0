import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { allCards, listOpenSlots, useDrawnCards } from './shown-slots.ts'

const slot = (id: string, current_signups: number) => ({ id, current_signups, max_signups: 2 })
const slots = [slot('free', 0), slot('last', 1), slot('full', 2), slot('over', 3)]
const shown = (...keeps: string[]) => listOpenSlots(slots, new Set(keeps)).map(({ id }) => id)

it('only slots with a free place are open', () => expect(shown()).toEqual(['free', 'last']))

it('a slot that was shown, or is one’s own, stays when it is full', () =>
  expect(shown('over', 'free')).toEqual(['free', 'last', 'over']))

/** All that one list shows, one after another, as it can be drawn and as it grows. */
function countDrawn(states: readonly (readonly [canBeDrawn: boolean, count: number])[]): number[] {
  const seen: number[] = []
  const [first = [false, 0], ...more] = states
  const { rerender } = renderHook(
    ([canBeDrawn, count]) => {
      const drawn = useDrawnCards({ canBeDrawn, count, isAtOnce: false })
      if (seen.at(-1) !== drawn) seen.push(drawn)
    },
    { initialProps: first },
  )
  for (const state of more) rerender(state)
  return seen
}

describe('The cards', () => {
  it('come a few in each task, once they can be drawn', () => {
    expect(countDrawn([[false, 12]])).toEqual([0])
    expect(
      countDrawn([
        [false, 12],
        [true, 12],
      ]),
    ).toEqual([0, 5, 10, allCards])
  })

  it('are all there from then on, with those that are added and after a list that was empty', () => {
    expect(
      countDrawn([
        [true, 0],
        [true, 30],
        [false, 30],
      ]),
    ).toEqual([0, allCards])
  })
})
