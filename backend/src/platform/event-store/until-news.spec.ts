import { describe, expect, it } from 'vitest'
import { untilNews } from './until-news.ts'

function counting() {
  let mark: number | null = 1
  let loads = 0
  const read = untilNews({ mark: () => mark }, async () => ++loads)
  const hear = (next: number | null) => {
    mark = next
  }
  return { read, hear }
}

describe('what is kept until there is news', () => {
  it('is loaded once while nothing is appended', async () => {
    const { read } = counting()
    expect([await read(), await read(), await read()]).toEqual([1, 1, 1])
  })

  it('is loaded again after an append', async () => {
    const { read, hear } = counting()
    await read()
    hear(2)
    expect(await read()).toBe(2)
  })

  it('is loaded again when something was appended while it was being loaded', async () => {
    let mark = 1
    let loads = 0
    const read = untilNews({ mark: () => mark }, async () => {
      if (loads === 0) mark = 2
      return ++loads
    })
    expect([await read(), await read(), await read()]).toEqual([1, 2, 2])
  })

  it('is loaded every time while nobody can be heard', async () => {
    const { read, hear } = counting()
    hear(null)
    expect([await read(), await read()]).toEqual([1, 2])
  })
})
