import { describe, expect, it } from 'vitest'
import { signUpLimit } from './sign-up-limit.ts'

const done = () => Promise.resolve('done')
const refused = () => Promise.reject(new Error('SLOT_FULL'))

describe('The limit of sign-ups', () => {
  it('lets a whole field behind one address sign up, and refuses what comes after with the time to wait', async () => {
    const limit = signUpLimit()
    for (let time = 0; time < 5000; time++) await limit.counted('192.0.2.1', done)
    await expect(limit.counted('192.0.2.1', done)).rejects.toMatchObject({
      code: 'TOO_MANY_SIGNUPS',
      retryAfter: expect.any(Number),
    })
    expect(await limit.counted('192.0.2.2', done)).toBe('done')
  })

  it('takes the addresses of one IPv6 network together', async () => {
    const limit = signUpLimit(1)
    await limit.counted('2001:db8:0:7::1', done)
    await expect(limit.counted('2001:db8:0:7::2', done)).rejects.toMatchObject({ code: 'TOO_MANY_SIGNUPS' })
  })

  it('does not count what was refused', async () => {
    const limit = signUpLimit(1)
    for (let time = 0; time < 3; time++)
      await expect(limit.counted('192.0.2.1', refused)).rejects.toMatchObject({ message: 'SLOT_FULL' })
    expect(await limit.counted('192.0.2.1', done)).toBe('done')
  })
})
