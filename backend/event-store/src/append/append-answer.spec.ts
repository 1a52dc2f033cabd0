import { expect, it } from 'vitest'
import { isDatabaseAway } from '../unreachable-database.ts'
import { positionIn } from './append-answer.ts'

const catchFailure = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

it('gives the position of the first event', () => expect(positionIn([{ position: 4096 }])).toBe(4096))

it.each([[[]], [[{ position: null }]]])('takes an append that is answered with %j for one without an answer', (rows) =>
  expect(catchFailure(() => positionIn(rows))).toSatisfy(isDatabaseAway),
)
