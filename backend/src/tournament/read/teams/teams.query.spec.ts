import { describe, expect, it } from 'vitest'
import { coalesceReads } from './teams.query.ts'

/** A read that answers how often it was begun, on demand. */
function slowRead() {
  let begun = 0
  const pending: { answer: () => void; fail: () => void }[] = []
  const read = () => {
    begun += 1
    const count = begun
    return new Promise<number>((resolve, reject) =>
      pending.push({ answer: () => resolve(count), fail: () => reject(new Error(`read ${count} failed`)) }),
    )
  }
  return { read, pending, begun: () => begun }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('A coalesced read', () => {
  it('is begun once for all who ask together', async () => {
    const { read, pending, begun } = slowRead()
    const ask = coalesceReads(read)
    const answers = Promise.all([ask(), ask(), ask()])
    await turn()
    pending[0]?.answer()
    expect(await answers).toEqual([1, 1, 1])
    expect(begun()).toBe(1)
  })

  it('never gives an answer that was begun before the question', async () => {
    const { read, pending } = slowRead()
    const ask = coalesceReads(read)
    const early = ask()
    await turn()
    const late = Promise.all([ask(), ask()])
    pending[0]?.answer()
    await turn()
    pending[1]?.answer()
    expect(await early).toBe(1)
    expect(await late).toEqual([2, 2])
  })

  it('fails for those who asked for it and for no request after', async () => {
    const { read, pending } = slowRead()
    const ask = coalesceReads(read)
    const failing = ask()
    await turn()
    const next = ask()
    pending[0]?.fail()
    await expect(failing).rejects.toThrow('read 1 failed')
    await turn()
    pending[1]?.answer()
    expect(await next).toBe(2)
  })
})
