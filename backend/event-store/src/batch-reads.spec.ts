import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { batchReads } from './batch-reads.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A read that doubles its keys, and what it was asked for. It fails with `failure` where 13 is among them. */
function doubling(failure = new Error('13 cannot be read')) {
  const asked: (readonly number[])[] = []
  const load = batchReads(async (keys: readonly number[]) => {
    asked.push(keys)
    if (keys.includes(13)) throw failure
    return keys.map((key) => key * 2)
  })
  return { asked, load }
}

describe('keys that are asked for in one turn', () => {
  it('are read together, and each gets its own value', async () => {
    const { asked, load } = doubling()
    expect(await Promise.all([load(3), load(1), load(3)])).toEqual([6, 2, 6])
    expect(asked).toEqual([[3, 1, 3]])
  })

  it('are read together also where a promise came between', async () => {
    const { asked, load } = doubling()
    const later = Promise.resolve().then(() => load(2))
    expect(await Promise.all([load(1), later])).toEqual([2, 4])
    expect(asked).toEqual([[1, 2]])
  })

  it('fail together, and leave the next turn alone', async () => {
    const { load } = doubling()
    const failed = await Promise.allSettled([load(1), load(13)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await load(1)).toBe(2)
  })

  it('fail each for itself where the server rejects them', async () => {
    const failure = new postgres.PostgresError('invalid byte sequence')
    const { load } = doubling(failure)
    expect(await Promise.allSettled([load(1), load(13), load(2)])).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: failure },
      { status: 'fulfilled', value: 4 },
    ])
  })
})

it('a key of a later turn is read anew', async () => {
  const { asked, load } = doubling()
  const first = load(1)
  await turn()
  await Promise.all([first, load(1)])
  expect(asked).toEqual([[1], [1]])
})
