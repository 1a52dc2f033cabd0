import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staffTestApp } from '../../test/test-staff.ts'

let app: Awaited<ReturnType<typeof staffTestApp>>
beforeEach(async () => {
  app = await staffTestApp()
  await app.add({ password: 'turkey day' })
})
afterEach(() => app.close())

const person = (username: string, email: string) => ({ username, fullName: 'Another User', email })
const hashes = async () => (await app.sql`select 1 from credentials`).length

describe('adding a user', () => {
  it.each(['Becky', 'BECKY', 'ｂｅｃｋｙ'])('is refused where the username is taken: %s', async (username) => {
    await expect(app.add({ person: person(username, 'else@example.org'), password: 'x' })).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
    })
    expect(await hashes(), 'the refused user leaves no hash behind').toBe(1)
  })

  it('is refused where the address is taken, in any letter case', async () => {
    await expect(app.add({ person: person('else', 'BECKY@example.ORG'), password: 'x' })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    })
  })

  it('of two at once with one username adds one', async () => {
    const twins = [1, 2].map((n) => app.add({ person: person('twin', `twin${n}@example.org`), password: `pw ${n}` }))
    const results = await Promise.allSettled(twins)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = results.findIndex(({ status }) => status === 'fulfilled') + 1
    expect((await app.signIn('twin', `pw ${winner}`)).user.email).toBe(`twin${winner}@example.org`)
  })

  it('a second time under one id neither adds a user nor changes the password', async () => {
    const again = { id: randomUUID(), person: person('again', 'again@example.org') }
    await app.add({ ...again, password: 'first' })
    await app.add({ ...again, password: 'second' })
    expect((await app.signIn('again', 'first')).user.username).toBe('again')
    await expect(app.signIn('again', 'second')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })

  it('cut off before the fact is stored leaves no hash behind', async () => {
    await app.owner.unsafe(`
      create function cut() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger cut before insert on events for each row execute function cut()`)
    await expect(app.add({ person: person('else', 'else@example.org'), password: 'x' })).rejects.toThrow()
    expect(await hashes()).toBe(1)
  })

  it('after a crash of an earlier version between hash and fact works when it is tried again', async () => {
    const id = randomUUID()
    await app.sql`insert into credentials (user_id, hash) values (${id}, 'of the attempt that died')`
    await app.add({ id, person: person('again', 'again@example.org'), password: 'second' })
    expect((await app.signIn('again', 'second')).user.id).toBe(id)
  })
})
