import { text } from 'node:stream/consumers'
import { type ReplayLine, replayLine } from '@ultimate/events/staff/replay.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testHouse } from '../../../test-house.ts'
import { replayAll } from './query.ts'

let house: Awaited<ReturnType<typeof testHouse>>
beforeAll(async () => {
  house = await testHouse()
})
afterAll(() => house.close())

const linesOf = (answer: string): ReplayLine[] =>
  answer
    .trim()
    .split('\n')
    .map((line) => replayLine.parse(JSON.parse(line)))

const post = async (someone: 'td' | 'admin') =>
  fetch(`${house.origin}/api/audit/replay`, { method: 'POST', headers: await house.signIn(someone) })

describe('a replay of everything', () => {
  it('tells how far it is, and that nothing differs', async () => {
    const answer = await post('td')
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = linesOf(await answer.text())
    const result = lines.at(-1)
    expect(result).toMatchObject({ kind: 'result', differences: [] })
    if (result?.kind !== 'result') throw new Error('there is no result')
    expect(result.tables).toContainEqual({ table: 'users', rows: 3, differences: 0 })
    expect(lines).toContainEqual({ kind: 'progress', events: result.events, total: result.events })
  })

  it('shows a row that is not what the events say, and leaves it as it is', async () => {
    await house.sql`update users set full_name = 'Mallory' where username = 'helper'`
    const lines = linesOf(await (await post('td')).text())
    expect(lines.at(-1)).toMatchObject({
      differences: [{ table: 'users', live: { full_name: 'Mallory' }, rebuilt: { full_name: 'Hank Helper' } }],
    })
    const [row] = await house.sql`select full_name from users where username = 'helper'`
    expect(row).toEqual({ full_name: 'Mallory' })
  })

  it('is refused to an admin', async () => {
    expect((await post('admin')).status).toBe(403)
  })

  it('is refused while another one runs, and welcome again after it', async () => {
    const answers = await Promise.all([post('td'), post('td')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    for (const answer of answers) await answer.text()
    const again = await post('td')
    expect(again.status).toBe(200)
    await again.text()
  })

  it('says that it failed where it failed', async () => {
    let hasEnded = false
    const modules = () => {
      const [first] = house.platform.modules()
      if (!first) throw new Error('there are no modules')
      return [first, first]
    }
    const body = replayAll({ sql: house.sql, modules }, () => {
      hasEnded = true
    })
    expect(linesOf(await text(body))).toEqual([{ kind: 'failed' }])
    expect(hasEnded).toBe(true)
  })
})
