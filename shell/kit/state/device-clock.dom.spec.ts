import { beforeEach, describe, expect, it, vi } from 'vitest'

const noon = Date.parse('2025-11-22T18:00:00.000Z')
const answerAt = (served: string) => ({ headers: new Headers({ date: served }) })

/** Loads the module anew, as on a page that has just been loaded. */
async function freshClock() {
  vi.resetModules()
  return import('./device-clock.ts')
}

describe('How far this device’s clock is off', () => {
  beforeEach(() => localStorage.clear())

  it('is not known before an answer, then learnt, and kept over a reload', async () => {
    const { clockOffset, noticeServerTime } = await freshClock()
    expect(clockOffset()).toBeNull()
    noticeServerTime(answerAt('Sat, 22 Nov 2025 19:00:00 GMT'), noon, noon + 1_000)
    expect(clockOffset()).toBe(3_600_000)
    expect((await freshClock()).clockOffset()).toBe(3_600_000)
  })

  it.each(['1e300', '"an hour"', 'null', '{', '-9999999999999'])('is not known where %s was kept', async (damaged) => {
    localStorage.setItem('clockOffset', damaged)
    expect((await freshClock()).clockOffset()).toBeNull()
  })

  it('is nothing within what whole seconds can tell', async () => {
    const { clockOffset, noticeServerTime } = await freshClock()
    noticeServerTime(answerAt('Sat, 22 Nov 2025 18:00:01 GMT'), noon, noon + 100)
    expect(clockOffset()).toBe(0)
  })

  it('is not learnt from an answer that was long on its way, or says no time', async () => {
    const { clockOffset, noticeServerTime } = await freshClock()
    noticeServerTime(answerAt('Sat, 22 Nov 2025 19:00:00 GMT'), noon, noon + 7_000)
    noticeServerTime(answerAt('soon'), noon, noon)
    noticeServerTime({ headers: new Headers() }, noon, noon)
    expect(clockOffset()).toBeNull()
  })

  it.each(['1e300', '"an hour"', 'null', '{'])('forgets what cannot be: %s', async (stored) => {
    localStorage.setItem('clockOffset', stored)
    expect((await freshClock()).clockOffset()).toBeNull()
  })
})
