import { describe, expect, it } from 'vitest'
import { compared, interleaved } from './load.ts'

describe('Sides that are measured in turn', () => {
  const asked: string[] = []
  const side = (name: string) => async () => asked.push(name)

  it('change places every other round, and only rounds after the warm ones count', async () => {
    const values = await interleaved(2, [side('ours'), side('theirs')], 3)
    expect(asked.join(' ')).toBe(
      'theirs ours ours theirs theirs ours ' + // to warm up
        'ours theirs theirs ours',
    )
    expect(values).toEqual([
      [7, 10],
      [8, 9],
    ])
  })

  it('are compared round by round, so that a slow moment of the machine counts on both', () => {
    expect(compared([10, 200, 12], [10, 100, 6])).toEqual({ ours: 12, theirs: 10, ratio: 2 })
  })
})
