import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staffHouse } from '../../test-staff.ts'

let house: Awaited<ReturnType<typeof staffHouse>>
beforeEach(async () => {
  house = await staffHouse()
  await house.add({ password: 'turkey day' })
})
afterEach(() => house.close())

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    ({ code, message }) => ({ code, message }),
  )

describe('signing in', () => {
  it('answers the user and a token that says who he is', async () => {
    const { user, token } = await house.signIn('Becky', 'turkey day')
    expect(user).toMatchObject({ username: 'Becky', full_name: 'Becky Thatcher', role: 'helper', is_verified: true })
    expect(await house.authenticate(token)).toEqual(user)
  })

  it('takes the username in any letter case', async () => {
    expect((await house.signIn('bECKY', 'turkey day')).user.username).toBe('Becky')
  })

  it('is stored as a fact about the user, by the user', async () => {
    const { user } = await house.signIn('Becky', 'turkey day')
    const { events } = await house.audit({ type: 'UserSignedIn' })
    expect(events).toMatchObject([
      { stream: `user-${user.id}`, actor: { kind: 'staff', id: user.id, name: 'Becky Thatcher', role: 'helper' } },
    ])
  })

  it('says the same of a wrong password and of an unknown user, and stores nothing', async () => {
    const wrong = await refusal(house.signIn('Becky', 'turkey dax'))
    expect(wrong).toEqual({ code: 'INVALID_CREDENTIALS', message: 'Username or password is wrong.' })
    expect(await refusal(house.signIn('Nobody', 'turkey day'))).toEqual(wrong)
    expect((await house.audit({ type: 'UserSignedIn' })).events).toEqual([])
  })

  it('needs the password exactly, also one that differs at its end only', async () => {
    await house.add({
      person: { username: 'long', fullName: 'Long', email: 'long@example.org' },
      password: `${'x'.repeat(999)}y`,
    })
    expect(await refusal(house.signIn('long', `${'x'.repeat(999)}z`))).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect((await house.signIn('long', `${'x'.repeat(999)}y`)).user.username).toBe('long')
  })

  it('of a user whose secrets were lost is refused like a wrong password', async () => {
    await house.sql`delete from credentials`
    expect(await refusal(house.signIn('Becky', 'turkey day'))).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })
})

describe('guessing passwords', () => {
  const fail = (username: string, address: string) => refusal(house.signIn(username, 'wrong', address))
  const inTurn = async (times: number, attempt: (index: number) => Promise<unknown>) => {
    const answers: unknown[] = []
    for (let index = 0; index < times; index++) answers.push(await attempt(index))
    return answers
  }

  it('is stopped after ten failures for a username, from wherever they come, even if the eleventh is right', async () => {
    const answers = await inTurn(10, (index) => fail('Becky', `192.0.2.${index}`))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveProperty('size', 1)
    const eleventh = house.signIn('becky', 'turkey day', '198.51.100.1')
    await expect(eleventh).rejects.toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
    const retryAfter = await eleventh.catch((error) => error.retryAfter)
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(15 * 60)
  })

  it('is stopped the same way for a username that nobody has', async () => {
    await inTurn(10, () => fail('Nobody', '192.0.2.1'))
    expect(await fail('Nobody', '192.0.2.2')).toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
  })

  it('is stopped after fifty failures from an address, whatever the usernames, and others get in', async () => {
    await inTurn(50, (index) => fail(`user${index}`, '192.0.2.1'))
    expect(await refusal(house.signIn('Becky', 'turkey day', '192.0.2.1'))).toMatchObject({ code: 'TOO_MANY_SIGN_INS' })
    expect((await house.signIn('Becky', 'turkey day', '192.0.2.2')).user.username).toBe('Becky')
  })

  it('cannot slip through by many attempts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => fail('Becky', '192.0.2.1')))
    const checked = answers.filter((answer) => (answer as { code: string }).code === 'INVALID_CREDENTIALS')
    expect(checked).toHaveLength(10)
  })

  it('is forgotten for a username once its owner signs in', async () => {
    await inTurn(9, () => fail('Becky', '192.0.2.1'))
    await house.signIn('Becky', 'turkey day')
    const answers = await inTurn(10, () => fail('Becky', '192.0.2.1'))
    expect(answers).not.toContainEqual(expect.objectContaining({ code: 'TOO_MANY_SIGN_INS' }))
  })

  it('counts no sign-in that succeeds against the address', async () => {
    for (let index = 0; index < 60; index++) await house.signIn('Becky', 'turkey day', '192.0.2.9')
  }, 60_000)

  it('leaves nothing readable behind', async () => {
    await fail('a password in the wrong field', '192.0.2.1')
    const rows = await house.sql`select key from sign_in_attempts`
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/password|192\.0/i)
  })
})
