import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { deleteDB, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { canBeRepeated, createCommand, type QueuedCommand } from './command.ts'
import { deviceStore, StorageWiped } from './store.ts'

const commandFor = (subject: string, key = `key-${subject}`) =>
  createCommand(
    { operation: 'PUT', params: { id: subject }, body: {}, answers: 'signup', subject, label: `Check in ${subject}` },
    { key, owner: { id: 'hank', username: 'helper' }, queuedAt: 1, offsetMs: null },
  )
const labels = (commands: readonly QueuedCommand[]) => commands.map(({ label }) => label)
const refused = vi.fn()

beforeEach(() => {
  refused.mockClear()
  globalThis.indexedDB = new IDBFactory()
})

describe('What a device stores', () => {
  it('is there for another tab, in the order in which it was made', async () => {
    const one = deviceStore(refused)
    await one.add(commandFor('pie'))
    const ham = await one.add(commandFor('ham'))
    const other = deviceStore(refused)
    expect(labels(await other.all())).toEqual(['Check in pie', 'Check in ham'])
    await other.remove(ham)
    await one.put({ ...ham, status: 'sending' })
    expect(labels(await one.all()), 'what another tab has removed stays gone').toEqual(['Check in pie'])
    expect([one.isStored(), refused.mock.calls]).toEqual([true, []])
  })

  it('is in the words of all releases', async () => {
    const store = deviceStore(refused)
    const pie = await store.add(commandFor('pie'))
    await store.add(commandFor('ham'))
    const rejection = { code: 'NO', message: 'No.', at: 2 }
    await store.put({ ...pie, status: 'rejected', rejection })
    const database = await openDB('outbox')
    expect(await database.getAll('taps')).toMatchObject([
      { shape: 1, step: 'refused', refusal: rejection, tappedAt: 1, trouble: null },
      { shape: 1, step: 'not-sent', refusal: null, tappedAt: 1, trouble: null },
    ])
    database.close()
  })

  it('takes no other command under the same key', async () => {
    const store = deviceStore(refused)
    await store.add(commandFor('pie', 'same'))
    await expect(store.add(commandFor('ham', 'same'))).rejects.toMatchObject({ name: 'ConstraintError' })
    expect(labels(await store.all())).toEqual(['Check in pie'])
  })

  it('is kept again as soon as the browser has deleted it, which is said', async () => {
    const store = deviceStore(refused)
    await store.add(commandFor('pie'))
    await deleteDB('outbox')
    await vi.waitFor(() => expect(refused).toHaveBeenCalledWith(expect.any(StorageWiped)))
    expect(labels(await deviceStore(vi.fn()).all()), 'before anything else is queued').toEqual(['Check in pie'])
    await store.add(commandFor('ham'))
    expect(labels(await store.all())).toEqual(['Check in pie', 'Check in ham'])
    expect([store.isStored(), refused.mock.calls.length]).toEqual([true, 1])
  })

  it('is kept again also where the browser, which still deletes, closes what is opened meanwhile', async () => {
    const store = deviceStore(refused)
    await store.add(commandFor('pie'))
    await store.add(commandFor('ham'))
    let failures = 0
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
      if (failures === 3) return open(...args)
      failures++
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    })
    await deleteDB('outbox')
    await vi.waitFor(() => expect(refused).toHaveBeenCalledWith(expect.any(StorageWiped)), { timeout: 20_000 })
    expect(labels(await deviceStore(vi.fn()).all())).toEqual(['Check in pie', 'Check in ham'])
    expect([store.isStored(), failures, refused.mock.calls.length]).toEqual([true, 3, 1])
  })

  it('stays with this tab where the storage is refused or full, and says so', async () => {
    const store = deviceStore(refused)
    await store.add(commandFor('pie'))
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('No room is left', 'QuotaExceededError')
    })
    const ham = await store.add(commandFor('ham'))
    full.mockRestore()
    expect([store.isStored(), refused.mock.calls.length]).toEqual([false, 1])
    expect(labels(await store.all())).toEqual(['Check in pie', 'Check in ham'])
    await store.put({ ...ham, status: 'sending' })
    await store.remove(ham)
    expect(labels(await store.all())).toEqual(['Check in pie'])
  })

  it('is in this tab at once where the browser never opens its storage, after one row of attempts', async () => {
    const denied = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    })
    const store = deviceStore(refused)
    expect(await store.all()).toEqual([])
    const attempts = denied.mock.calls.length
    await store.add(commandFor('pie'))
    expect(labels(await store.all())).toEqual(['Check in pie'])
    expect([denied.mock.calls.length, store.isStored()]).toEqual([attempts, false])
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
    expect(pie).toMatchObject({ status: 'queued', key: 'old', body: { checkedIn: true }, queuedAt: 5 })
    expect(ham).toMatchObject({ status: 'rejected', rejection: { code: 'OTHER_RELEASE' }, owner })
    expect(ham && canBeRepeated(ham)).toBe(false)
    database.close()
  })

  it('holds a thousand commands', async () => {
    const store = deviceStore(refused)
    for (let number = 0; number < 1_000; number++) await store.add(commandFor(`dish-${number}`))
    expect(await store.all()).toHaveLength(1_000)
  })
})
