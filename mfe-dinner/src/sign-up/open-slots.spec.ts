import { expect, it } from 'vitest'
import { listOpenSlots } from './open-slots.ts'

const slot = (id: string, current_signups: number) => ({ id, current_signups, max_signups: 2 })
const slots = [slot('free', 0), slot('last', 1), slot('full', 2), slot('over', 3)]
const shown = (...keeps: string[]) => listOpenSlots(slots, new Set(keeps)).map(({ id }) => id)

it('only slots with a free place are open', () => expect(shown()).toEqual(['free', 'last']))

it('a slot that was shown, or is one’s own, stays when it is full', () =>
  expect(shown('over', 'free')).toEqual(['free', 'last', 'over']))
