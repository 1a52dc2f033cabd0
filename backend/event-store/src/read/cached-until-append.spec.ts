import { describe, expect, it } from 'vitest'
import { cachedUntilAppend } from './cached-until-append.ts'

function counting() {
  let version: number | null = 1
  let loads = 0
  const read = cachedUntilAppend({ version: () => version }, async () => ++loads)
  const append = (next: number | null) => {
    version = next
  }
  return { read, append }
}

describe('an answer that is reused until an append', () => {
  it('is loaded once while nothing is appended', async () => {
    const { read } = counting()
    expect([await read(), await read(), await read()]).toEqual([1, 1, 1])
  })

  it('is loaded again after an append', async () => {
    const { read, append } = counting()
    await read()
    append(2)
    expect(await read()).toBe(2)
  })

  it('is loaded again when something was appended while it was being loaded', async () => {
    let version = 1
    let loads = 0
    const read = cachedUntilAppend({ version: () => version }, async () => {
      if (loads === 0) version = 2
      return ++loads
    })
    expect([await read(), await read(), await read()]).toEqual([1, 2, 2])
  })

  it('is loaded every time while no notification can arrive', async () => {
    const { read, append } = counting()
    append(null)
    expect([await read(), await read()]).toEqual([1, 2])
  })

  it('is loaded once for all who ask at the same time', async () => {
    const { read } = counting()
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  })

  it('is loaded again after a failure', async () => {
    let loads = 0
    const read = cachedUntilAppend({ version: () => 1 }, async () => {
      if (++loads === 1) throw new Error('the database is away')
      return loads
    })
    await expect(read()).rejects.toThrow('away')
    expect(await read()).toBe(2)
  })
})
