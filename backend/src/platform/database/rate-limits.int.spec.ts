import { connect } from '@ultimate/event-store/connect.ts'
import { type TestDatabase, testDatabase } from '@ultimate/event-store/fixtures/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Charge, type RateLimits, rateLimits, rateLimitsTable, slicesPerWindow } from './rate-limits.ts'

let database: TestDatabase
let here: RateLimits
let there: RateLimits
let closeLine: () => Promise<void>
beforeAll(async () => {
  database = await testDatabase()
  await database.sql.unsafe(rateLimitsTable.ddl)
  const other = connect(database.url)
  closeLine = () => other.end()
  here = rateLimits(database.sql, 'a secret')
  there = rateLimits(other, 'a secret')
})
afterAll(async () => {
  await closeLine()
  await database.drop()
})

/** Long slices, so that none ends while a test is at work. */
const seconds = 6_000_000
const slice = seconds / slicesPerWindow
const charge = (whose: string, most = 60, points = 1): Charge => ({ what: 'bids', whose, seconds, most, points })
/** Returns how many of so many at the same moment are let through. */
async function countTaken(times: number, whose: string, most = 60): Promise<number> {
  const waits = await Promise.all(
    Array.from({ length: times }, (_, index) => (index % 2 ? there : here).take([charge(whose, most)])),
  )
  return waits.filter(({ wait }) => wait === 0).length
}
/** Lets so much of the window pass for all counters. */
const age = (slices: number) => database.sql`update rate_limits set slice = slice - ${slices}::int`

describe('a limit that backends share', () => {
  it('lets through as many as are allowed, of many at once on two backends', async () => {
    expect(await countTaken(400, 'a crowd')).toBe(60)
    expect(await countTaken(10, 'another visitor')).toBe(10)
  })

  it('never lets more through within any window, wherever it begins', async () => {
    const taken: number[] = []
    for (let time = 0; time < 3 * slicesPerWindow; time++) {
      taken.push(await countTaken(4, 'a patient one'))
      await age(1)
    }
    const windows = taken.slice(0, -slicesPerWindow).map((_, start) => taken.slice(start, start + slicesPerWindow))
    const most = Math.max(...windows.map((window) => window.reduce((sum, count) => sum + count, 0)))
    expect(most).toBe(60)
    expect(taken.slice(slicesPerWindow).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(60)
  })

  it('does not let twice as many through around the end of a window', async () => {
    await countTaken(60, 'at the edge')
    await age(slicesPerWindow - 1)
    expect(await countTaken(60, 'at the edge')).toBe(0)
    await age(2)
    expect(await countTaken(100, 'at the edge')).toBe(60)
  })

  it('says how long to wait: until the oldest has left the window, and one slice at most', async () => {
    await countTaken(60, 'waiting')
    const { wait } = await here.take([charge('waiting')])
    expect(wait).toBeGreaterThan(seconds - slice)
    expect(wait).toBeLessThanOrEqual(seconds + slice)
    await age(30)
    expect((await here.take([charge('waiting')])).wait).toBeLessThanOrEqual(seconds / 2 + slice)
  })

  it('takes all charges of a call or none of them', async () => {
    await countTaken(3, 'full', 3)
    const both = [charge('roomy', 3), charge('full', 3)]
    for (let time = 0; time < 9; time++) expect((await here.take(both)).wait).toBeGreaterThan(0)
    expect(await countTaken(9, 'roomy', 3)).toBe(3)
  })

  it('does so also for calls that meet in both orders at the same moment', async () => {
    const orders = [
      [charge('left', 50), charge('right', 70)],
      [charge('right', 70), charge('left', 50)],
    ]
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 3 ? here : there).take(orders[index % 2] ?? [])),
    )
    expect(waits.filter(({ wait }) => wait === 0)).toHaveLength(50)
    expect(await countTaken(100, 'right', 70)).toBe(20)
  })

  it('takes points back from the moment at which they were taken', async () => {
    const { takenAt } = await here.take([charge('refused', 2)])
    await age(5)
    await here.take([charge('refused', 2)])
    // The charges that were aged above were taken that much earlier.
    await here.correct([{ ...charge('refused'), points: -1, takenAt: takenAt - 5 * slice }])
    await age(slicesPerWindow - 5 + 1)
    expect(await countTaken(3, 'refused', 2), 'the other one still counts').toBe(1)
  })

  it('only asks whether anything is left where nothing is to be taken', async () => {
    for (let time = 0; time < 3; time++) expect((await here.take([charge('asking', 1, 0)])).wait).toBe(0)
    await here.correct([{ ...charge('asking'), points: 1 }])
    expect((await here.take([charge('asking', 1, 0)])).wait).toBeGreaterThan(0)
    await here.forget([charge('asking')])
    expect((await here.take([charge('asking', 1, 0)])).wait).toBe(0)
  })

  it('keeps digests alone, and drops what has passed', async () => {
    await here.take([charge('becky@example.org')])
    const text = JSON.stringify(await database.sql`select * from rate_limits`)
    expect(text).not.toMatch(/becky|crowd|edge/)
    await age(slicesPerWindow + 3)
    await here.take([charge('just now')])
    await here.purge()
    expect(await database.sql`select 1 from rate_limits`).toHaveLength(1)
  })

  it('is a failure that passes while the counters are not there', async () => {
    await database.sql`alter table rate_limits rename to elsewhere`
    await expect(here.take([charge('unknown')])).rejects.toMatchObject({ name: 'CountersUnavailable' })
    await database.sql`alter table elsewhere rename to rate_limits`
    expect((await here.take([charge('unknown')])).wait).toBe(0)
  })
})
