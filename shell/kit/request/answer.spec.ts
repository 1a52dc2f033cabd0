import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'
import { describe, expect, it } from 'vitest'
import { useConnectionStore } from '../state/connection.ts'
import { answerTo, messageOf, messageOrStatus, retryUntilAnswered } from './answer.ts'

const send = (error: Error) => answerTo(['email'], () => Promise.reject(error))

describe('the answer to a form', () => {
  it('is what the server made of it', async () => {
    expect(await answerTo(['email'], async () => 'the user')).toEqual({ kind: 'accepted', value: 'the user' })
  })

  it('is a rejection with the messages of this form', async () => {
    const fields = { email: 'Taken.', other: 'Not here.' }
    const error = new ApiError(422, { code: 'INVALID_FIELDS', message: 'Please fix the errors.', fields })
    expect(await send(error)).toEqual({
      kind: 'refused',
      message: 'Please fix the errors.',
      errors: { email: 'Taken.' },
    })
  })

  it('is open where the server itself fails, with its message', async () => {
    const error = new ApiError(503, { code: 'UNAVAILABLE', message: 'Please wait.' })
    expect(await send(error)).toEqual({ kind: 'unanswered', message: 'Please wait.' })
  })

  it.each([new NetworkError('gone'), new ApiError(502, {})])('rejects where no server of ours answered: %s', (error) =>
    expect(send(error)).rejects.toBe(error),
  )
})

it('an error without a message of the server gets the screen’s own', () => {
  expect(messageOf(new ApiError(409, { code: 'LAST_TD', message: 'The last TD stays.' }), 'Failed')).toBe(
    'The last TD stays.',
  )
  expect(messageOf(new ApiError(502, { message: 'Bad Gateway' }), 'Failed')).toBe('Failed')
})

it('where the status helps, it takes the place of a message', () => {
  expect(messageOrStatus(new ApiError(502, {}), 'Failed')).toBe('The server answered 502.')
  expect(messageOrStatus(new NetworkError('gone'), 'Failed')).toBe('Failed')
})

/** Fails in this order, then answers; counts what was sent. */
function line(...failures: Error[]) {
  const pauses: number[] = []
  let sent = 0
  const send = () => {
    const failure = failures[sent++]
    return failure ? Promise.reject(failure) : Promise.resolve('the token')
  }
  return { pauses, sent: () => sent, answer: () => retryUntilAnswered(send, undefined, async (ms) => pauses.push(ms)) }
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

  it('is left to wait for the connection where the device is offline', async () => {
    useConnectionStore.setState({ isOnline: false })
    const { answer, sent } = line(lost())
    await expect(answer()).rejects.toBeInstanceOf(NetworkError)
    useConnectionStore.setState({ isOnline: true })
    expect(sent()).toBe(1)
  })

  it('is not sent again once it was refused', async () => {
    const { answer, sent } = line(refused())
    await expect(answer()).rejects.toBeInstanceOf(ApiError)
    expect(sent()).toBe(1)
  })
})
