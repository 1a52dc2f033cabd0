import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceStore } from './store.ts'
import { canBeRepeated, newTap, type Tap } from './tap.ts'

const tapOn = (subject: string, key = `key-${subject}`) =>
  newTap(
    { operation: 'PUT', params: { id: subject }, body: {}, answers: 'signup', subject, label: `Check in ${subject}` },
    { key, owner: { id: 'hank', username: 'helper' }, tappedAt: 1, offsetMs: null },
  )
const labels = (taps: readonly Tap[]) => taps.map(({ label }) => label)
const refused = vi.fn()

beforeEach(async () => {
  refused.mockClear()
  await deleteDB('outbox', { blocked: () => undefined })
})

describe('What a device keeps', () => {
  it('is there for another tab, in the order in which it was tapped', async () => {
    const one = deviceStore(refused)
    await one.add(tapOn('pie'))
    const ham = await one.add(tapOn('ham'))
    const other = deviceStore(refused)
    expect(labels(await other.all())).toEqual(['Check in pie', 'Check in ham'])
    await other.remove(ham)
    await one.put({ ...ham, step: 'sending' })
    expect(labels(await one.all()), 'what another tab has removed stays gone').toEqual(['Check in pie'])
    expect([one.isKept(), refused.mock.calls]).toEqual([true, []])
  })

  it('takes no other tap under the same key', async () => {
    const store = deviceStore(refused)
    await store.add(tapOn('pie', 'same'))
    await expect(store.add(tapOn('ham', 'same'))).rejects.toMatchObject({ name: 'ConstraintError' })
    expect(labels(await store.all())).toEqual(['Check in pie'])
  })

  it('is kept again where the browser has deleted it meanwhile', async () => {
    const store = deviceStore(refused)
    await store.add(tapOn('pie'))
    // As a browser does that closes the connection: the next call fails, and opens it anew.
    await deleteDB('outbox', { blocked: () => undefined })
    await store.add(tapOn('ham'))
    expect(labels(await store.all()).toSorted()).toEqual(['Check in ham', 'Check in pie'])
  })

  it('stays with this tab where the storage is refused or full, and says so', async () => {
    const store = deviceStore(refused)
    await store.add(tapOn('pie'))
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('No room is left', 'QuotaExceededError')
    })
    const ham = await store.add(tapOn('ham'))
    full.mockRestore()
    expect([store.isKept(), refused.mock.calls.length]).toEqual([false, 1])
    expect(labels(await store.all())).toEqual(['Check in pie', 'Check in ham'])
    await store.put({ ...ham, step: 'sending' })
    await store.remove(ham)
    expect(labels(await store.all())).toEqual(['Check in pie'])
  })

  it('of another release goes on where it is whole, and is shown for a decision where not', async () => {
    await deviceStore(refused).all()
    const database = await openDB('outbox')
    const owner = { id: 'hank', username: 'helper' }
    const whole = { operation: 'PUT', params: { id: 'pie' }, body: { checkedIn: true }, label: 'Check in pie' }
    await database.add('taps', {
      shape: 0,
      key: 'old',
      owner,
      tappedAt: 5,
      subject: 'pie',
      answers: 'signup',
      ...whole,
    })
    await database.add('taps', { shape: 99, key: 'odd', owner, tappedAt: 5, wish: 'Check in ham' })
    const [pie, ham] = await deviceStore(refused).all()
    expect(pie).toMatchObject({ step: 'not-sent', key: 'old', body: { checkedIn: true }, tappedAt: 5 })
    expect(ham).toMatchObject({ step: 'refused', refusal: { code: 'OTHER_RELEASE' }, owner })
    expect(ham && canBeRepeated(ham)).toBe(false)
    database.close()
  })

  it('holds ten thousand taps', async () => {
    const store = deviceStore(refused)
    for (let number = 0; number < 10_000; number++) await store.add(tapOn(`dish-${number}`))
    expect(await store.all()).toHaveLength(10_000)
  })
})
