import { describe, expect, it } from 'vitest'
import { loadSizes, saveSizes } from './restored-height.ts'

function storage(text: string | null = null) {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value
    },
  }
}

describe('The restored height', () => {
  it('is that of the same page at the same width', () => {
    const tab = storage()
    const stored = { path: '/dinner/signup', width: 360, height: 7400, elements: { pending: 697.5 } }
    saveSizes(tab, stored)
    expect(loadSizes(tab, '/dinner/signup', 360)).toEqual(stored)
    expect(loadSizes(tab, '/dinner/signup', 740)).toBeNull()
    expect(loadSizes(tab, '/dinner/checkin', 360)).toBeNull()
  })

  it('is none where nothing was stored, or nothing that can be read', () => {
    for (const text of [null, '', '{', '7', 'null']) expect(loadSizes(storage(text), '/dinner/signup', 360)).toBeNull()
  })

  it('is not missed where nothing may be stored', () => {
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(() => saveSizes({ setItem }, { path: '/', width: 1, height: 1, elements: {} })).not.toThrow()
  })
})
