import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TransientError } from '../../../errors.ts'
import { aContext, build, shelf } from '../../fixtures/shelf.fixture.ts'
import { type TestStore, testStore, until } from '../../fixtures/store.fixture.ts'

let test: TestStore
let tries: string[]
let trouble: Error | null
beforeEach(async () => {
  test = await testStore(undefined, { fallbackPollMs: 50 })
  tries = []
  trouble = null
})
afterEach(() => test.close())

/** Fails on the shelf `b` as long as there is trouble. */
const telling = () =>
  test.store.automate([
    {
      name: 'when-shelf-built-then-tell',
      on: ['ShelfBuilt'],
      handle: async ({ metadata: { stream } }) => {
        tries.push(stream)
        if (stream === 'shelf-b' && trouble) throw trouble
      },
    },
  ])
const buildAll = async () => {
  for (const name of ['a', 'b', 'c'])
    await test.store.commands.handle(shelf, { stream: `shelf-${name}`, command: build(name) }, aContext)
}
const triesOf = (name: string) => tries.filter((stream) => stream === `shelf-${name}`).length
const lettersNow = async () => [...(await test.database.sql`select error, later from dead_letters`)]
const wasPutBack = async () =>
  (await test.database.sql`select 1 from dead_letters where at > now() - interval '1 minute'`).length === 1
const letMinutesPass = () => test.database.sql`update dead_letters set at = at - interval '2 minutes'`

describe('trouble that passes', () => {
  it('of a server that everything needs is waited for, in order, and nothing is put aside', async () => {
    trouble = new TransientError('everything', new Error('connection refused'))
    await telling()
    await buildAll()
    // More often than an event may fail that is to blame itself.
    await until(() => triesOf('b') > 6)
    expect(triesOf('c')).toBe(0)
    expect(await lettersNow()).toEqual([])
    trouble = null
    await until(() => triesOf('c') === 1)
    expect(triesOf('a')).toBe(1)
    expect(await lettersNow()).toEqual([])
  })

  it('of one alone does not hold up the others, and is tried again for that one until it is done', async () => {
    trouble = new TransientError('this', new Error('the mailbox is full'))
    await telling()
    await buildAll()
    await until(() => triesOf('c') === 1)
    expect(await lettersNow()).toEqual([{ error: 'TransientError: the mailbox is full', later: true }])
    const before = triesOf('b')
    await letMinutesPass()
    await until(() => triesOf('b') > before)
    await until(wasPutBack)
    trouble = null
    await letMinutesPass()
    await until(async () => (await lettersNow()).length === 0)
    expect([triesOf('a'), triesOf('c')]).toEqual([1, 1])
  })
})

describe('trouble that does not pass', () => {
  it('is not tried again', async () => {
    trouble = new TransientError('this', new Error('the mailbox is full'))
    await telling()
    await buildAll()
    await until(() => triesOf('c') === 1)
    trouble = new Error('Cannot swallow this')
    await letMinutesPass()
    await until(async () => (await lettersNow())[0]?.['later'] === false)
    expect(await lettersNow()).toEqual([{ error: 'Error: Cannot swallow this', later: false }])
  })
})
