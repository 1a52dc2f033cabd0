import type { ISql } from 'postgres'
import { expect, it } from 'vitest'
import { ownAppends } from './positions.ts'

it('waits a second for an append that is held back, once and not for every reader, until something moves', async () => {
  let [safe, looks] = [10, 0]
  const unsafe = async () => {
    looks += 1
    return [{ position: safe }]
  }
  const own = ownAppends({ unsafe } as unknown as ISql)
  own.appended(20)
  await own.readable()
  expect(looks).toBeGreaterThan(5)

  looks = 0
  own.appended(21)
  for (const _ of [1, 2, 3]) await own.readable()
  expect(looks).toBe(3)

  safe = 15
  const moving = own.readable()
  safe = 22
  await moving
  looks = 0
  await own.readable()
  expect(looks).toBe(0)
})
