import { describe, expect, it } from 'vitest'
import { closedUp, isSameList, steady } from './steady-list.ts'

const at = (id: string) => ({ id, isGap: false })
const gap = (id: string) => ({ id, isGap: true })

describe('The list of Holding, while it is touched', () => {
  it('keeps every dish where it is when one above it leaves', () =>
    expect(steady(closedUp(['ham', 'rolls', 'pie']), ['rolls', 'pie'])).toEqual([gap('ham'), at('rolls'), at('pie')]))

  it('appends new dishes, in any order', () =>
    expect(steady(closedUp(['rolls']), ['ham', 'rolls'])).toEqual([at('rolls'), at('ham')]))

  it('gives what comes back its gap', () =>
    expect(steady([gap('ham'), at('pie')], ['pie', 'ham'])).toEqual([at('ham'), at('pie')]))

  it('knows whether anything changed', () => {
    expect(isSameList([at('ham')], closedUp(['ham']))).toBe(true)
    expect(isSameList([gap('ham')], closedUp(['ham']))).toBe(false)
    expect(isSameList([], closedUp(['ham']))).toBe(false)
  })
})
