import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'
import { describe, expect, it } from 'vitest'
import { retryUntilAnswered } from './retry.ts'

/** Fails in this order, then answers; counts what was sent. */
function line(...failures: Error[]) {
  const pauses: number[] = []
  let sent = 0
  const send = () => {
    const failure = failures[sent++]
    return failure ? Promise.reject(failure) : Promise.resolve('the token')
  }
  return { pauses, sent: () => sent, answer: () => retryUntilAnswered(send, async (ms) => pauses.push(ms)) }
}
const lost = () => new NetworkError('The server could not be reached.')
const away = () => new ApiError(503, { code: 'UNAVAILABLE' })
const refused = () => new ApiError(422, { code: 'WRONG_PASSWORD' })

describe('a request whose answer is lost', () => {
  it('is sent again, after longer and longer pauses, until it is answered', async () => {
    const { answer, pauses, sent } = line(lost(), away(), lost())
    expect(await answer()).toBe('the token')
    expect([sent(), pauses]).toEqual([4, [500, 1_000, 2_000]])
  })

  it('fails as the last try does, in the end', async () => {
    const { answer, sent } = line(...Array.from({ length: 9 }, lost))
    await expect(answer()).rejects.toBeInstanceOf(NetworkError)
    expect(sent()).toBe(5)
  })

  it('is not sent again once it was refused', async () => {
    const { answer, sent } = line(refused())
    await expect(answer()).rejects.toBeInstanceOf(ApiError)
    expect(sent()).toBe(1)
  })
})
