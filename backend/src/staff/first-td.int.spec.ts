import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedDemo } from './demo.ts'
import { ensureFirstTd } from './module.ts'
import { staffTestApp } from './test/test-staff.ts'

const generated = { username: 'td', email: 'td@localhost', password: null }

let app: Awaited<ReturnType<typeof staffTestApp>>
let announced: string[]
const announce = (text: string) => {
  announced.push(text)
}
const start = async (firstTd?: { username: string; email: string; password: string | null }) => {
  app = await staffTestApp(firstTd ? { firstTd } : {})
}
const usernames = async () =>
  (await app.sql<{ username: string }[]>`select username from users order by username`).map((row) => row.username)

beforeEach(() => {
  announced = []
})
afterEach(() => app.close())

describe('the first TD', () => {
  it('is made of what was configured, and can sign in', async () => {
    await start()
    await ensureFirstTd(app.platform, announce)
    const { user } = await app.signIn('td', 'first-td-password')
    expect(user).toMatchObject({ username: 'td', email: 'td@localhost', role: 'TD', is_verified: true })
    expect(announced).toEqual([])
  })

  it('gets a password where none was configured, announced once', async () => {
    await start(generated)
    await ensureFirstTd(app.platform, announce)
    await ensureFirstTd(app.platform, announce)
    expect(announced).toHaveLength(1)
    const password = /│ {4}([\w-]{16}) +│/.exec(announced[0] ?? '')?.[1] ?? ''
    expect((await app.signIn('td', password)).user.role).toBe('TD')
  })

  it('is not made where there is a user already', async () => {
    await start(generated)
    await app.add({ password: 'turkey day' })
    await ensureFirstTd(app.platform, announce)
    expect(await usernames()).toEqual(['Becky'])
    expect(announced).toEqual([])
  })

  it('is made once when several backends start at once, and the one announced password is theirs', async () => {
    await start(generated)
    await Promise.all(Array.from({ length: 4 }, () => ensureFirstTd(app.platform, announce)))
    expect(await usernames()).toEqual(['td'])
    expect(announced).toHaveLength(1)
    const password = /│ {4}([\w-]{16}) +│/.exec(announced[0] ?? '')?.[1] ?? ''
    expect((await app.signIn('td', password)).user.username).toBe('td')
    const rows = await app.sql`select 1 from credentials`
    expect(rows, 'no hash of those who came second').toHaveLength(1)
  })

  it('leaves no password and no hash in the log', async () => {
    await start()
    await ensureFirstTd(app.platform, announce)
    const rows = await app.sql`select * from events`
    expect(JSON.stringify(rows)).not.toMatch(/first-td-password|argon2/)
  })

  it('is made through a command, as the audit shows', async () => {
    await start()
    await ensureFirstTd(app.platform, announce)
    expect((await app.audit()).events).toMatchObject([
      { type: 'UserAdded', module: 'staff', actor: { kind: 'system', id: 'first-start' }, data: { role: 'TD' } },
    ])
  })
})

describe('demo data', () => {
  it('adds an admin and a helper beside the TD, once', async () => {
    await start()
    await ensureFirstTd(app.platform, announce)
    await seedDemo(app.platform)
    await seedDemo(app.platform)
    expect(await usernames()).toEqual(['admin', 'helper', 'td'])
    expect((await app.signIn('admin', 'demo-admin')).user.role).toBe('admin')
    expect((await app.signIn('helper', 'demo-helper')).user.role).toBe('helper')
  })
})
