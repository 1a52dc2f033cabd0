import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'
import { describe, expect, it } from 'vitest'
import { answerTo, messageOf, messageOrStatus } from './answer.ts'

const send = (error: Error) => answerTo(['email'], () => Promise.reject(error))

describe('the answer to a form', () => {
  it('is what the server made of it', async () => {
    expect(await answerTo(['email'], async () => 'the user')).toEqual({ kind: 'accepted', value: 'the user' })
  })

  it('is a refusal with the messages of this form', async () => {
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
