import { expect, it } from 'vitest'
import { uploadQueue } from './deliver.ts'

it('an upload queue starts as many as there are places, in their order, and drops an upload that left before its turn', () => {
  const enter = uploadQueue(2)
  const inside: string[] = []
  const leave = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [name, enter(() => void inside.push(name))] as const),
  )
  expect(inside).toEqual(['a', 'b'])
  leave['c']?.()
  leave['a']?.()
  expect(inside).toEqual(['a', 'b', 'd'])
  leave['a']?.()
  expect(inside).toEqual(['a', 'b', 'd'])
  leave['b']?.()
  expect(inside).toEqual(['a', 'b', 'd', 'e'])
})
