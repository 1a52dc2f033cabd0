import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestStore, testStore, until } from '../fixtures/store.fixture.ts'
import { type Notifier, notifyChannel, openNotifier } from './notifier.ts'

let test: TestStore
const open: Notifier[] = []
beforeEach(async () => {
  test = await testStore()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((notifier) => notifier.close()))
  await test.close()
})

/** The notifier of one process, once it is listening. */
async function startNotifier(forgotten: (subject: string) => void = () => {}): Promise<Notifier> {
  const notifier = openNotifier(test.database.sql, { forgotten, listening: () => {} })
  open.push(notifier)
  await until(() => notifier.version() !== null)
  return notifier
}

describe('a notification of an append', () => {
  it('wakes the readers of each process once', async () => {
    let arrived = 0
    const markArrived = () => void arrived++
    const [ours, theirs] = [await startNotifier(markArrived), await startNotifier(markArrived)]
    const before = [ours.count(), theirs.count()]
    const countsSince = () => [ours, theirs].map((it, index) => it.count() - (before[index] ?? 0))
    ours.notify()
    theirs.notify()
    await until(() => countsSince().every((count) => count > 1))
    // It arrives behind all that the first two still have to deliver.
    await test.database.sql.notify(notifyChannel, 'reader/r1')
    await until(() => arrived === 2)
    expect(countsSince()).toEqual([3, 3])
  })

  it('changes the version at once in its own process, and once it arrives in another', async () => {
    const [ours, theirs] = [await startNotifier(), await startNotifier()]
    const before = [ours.version(), theirs.version()]
    ours.notify()
    expect(ours.version()).not.toBe(before[0])
    expect(theirs.version()).toBe(before[1])
    await until(() => theirs.version() !== before[1])
  })

  it('leaves the versions of other categories as they are in its own process, which knows of which one it is', async () => {
    const [ours, theirs] = [await startNotifier(), await startNotifier()]
    const versions = ({ version }: Notifier) => [version('shelf'), version('book'), version()]
    const [before, theirsBefore] = [versions(ours), versions(theirs)]
    ours.notify('shelf')
    const after = versions(ours)
    expect(after.map((version, index) => version === before[index])).toEqual([false, true, false])
    ours.notify()
    expect(versions(ours).filter((version, index) => version === after[index])).toEqual([])
    await until(() => versions(theirs).every((version, index) => version !== theirsBefore[index]))
  })

  it('is told from the name of a person who was forgotten, also where an earlier release sent it', async () => {
    const forgotten: string[] = []
    const notifier = await startNotifier((subject) => forgotten.push(subject))
    const other = await startNotifier()
    const before = notifier.count()
    other.notify()
    await until(() => notifier.count() === before + 1)
    for (const payload of ['', 'reader/r1']) await test.database.sql.notify(notifyChannel, payload)
    await until(() => notifier.count() === before + 3)
    expect(forgotten).toEqual(['reader/r1'])
  })
})
