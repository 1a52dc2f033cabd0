import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestStore, testStore } from '../fixtures/store.fixture.ts'
import { acquire, advance, type Lease, LeaseLost, release } from './lease.ts'
import { addDeadLetter } from './postponed.ts'

const name = 'when-shelf-built-then-tell'
const mine: Lease = { name, owner: 'mine', ms: 60_000 }
const theirs: Lease = { name, owner: 'theirs', ms: 60_000 }

let test: TestStore
beforeEach(async () => {
  test = await testStore()
  await test.database.sql`insert into subscriptions (name, position) values (${name}, 7)`
})
afterEach(() => test.close())

const now = async () => (await test.database.sql`select position, leased_by from subscriptions`)[0]
const letters = async () => [...(await test.database.sql`select position from dead_letters`)]
const letRunOut = () => test.database.sql`update subscriptions set leased_until = now() - interval '1 second'`

describe('A lease', () => {
  it('belongs to one backend, which may take it again', async () => {
    const { sql } = test.database
    expect(await acquire(sql, mine)).toBe(7)
    expect(await acquire(sql, mine)).toBe(7)
    expect(await acquire(sql, theirs)).toBeNull()
    await release(sql, theirs)
    expect(await acquire(sql, theirs)).toBeNull()
    await release(sql, mine)
    expect(await acquire(sql, theirs)).toBe(7)
  })

  it('goes to another backend once it has run out', async () => {
    const { sql } = test.database
    await acquire(sql, mine)
    await letRunOut()
    expect(await acquire(sql, theirs)).toBe(7)
  })
})

describe('The checkpoint', () => {
  it('moves from where it was, and renews the lease', async () => {
    const { sql } = test.database
    await acquire(sql, mine)
    await letRunOut()
    await advance(sql, mine, 7, 9)
    expect(await now()).toEqual({ position: 9, leased_by: 'mine' })
    expect(await acquire(sql, theirs)).toBeNull()
  })

  it('is moved by the backend alone that holds the lease', async () => {
    const { sql } = test.database
    await acquire(sql, mine)
    await letRunOut()
    await acquire(sql, theirs)
    await expect(advance(sql, mine, 7, 9)).rejects.toThrow(LeaseLost)
    await expect(addDeadLetter(sql, mine, 7, { position: 9, cause: new Error('burnt') })).rejects.toThrow(LeaseLost)
    expect([await now(), await letters()]).toEqual([{ position: 7, leased_by: 'theirs' }, []])
  })

  it('never moves from where it is not: what was handled meanwhile is not handled again', async () => {
    const { sql } = test.database
    await acquire(sql, mine)
    // The update stands for another backend that had the lease in between and gave it back.
    await sql`update subscriptions set position = 12`
    await expect(advance(sql, mine, 7, 9)).rejects.toThrow(LeaseLost)
    await expect(addDeadLetter(sql, mine, 7, { position: 9, cause: new Error('burnt') })).rejects.toThrow(LeaseLost)
    expect([await now(), await letters()]).toEqual([{ position: 12, leased_by: 'mine' }, []])
  })

  it('moves behind the event of a dead letter together with it', async () => {
    const { sql } = test.database
    await acquire(sql, mine)
    await addDeadLetter(sql, mine, 7, { position: 9, cause: new Error('burnt') })
    expect([await now(), await letters()]).toEqual([{ position: 9, leased_by: 'mine' }, [{ position: 9 }]])
  })
})
