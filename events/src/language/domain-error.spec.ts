import { describe, expect, it } from 'vitest'
import { DomainError, defineErrors, findRefusal } from './domain-error.ts'

const errors = defineErrors({ NO_RAFT: { status: 409, message: 'The raft is gone.' } })

describe('A domain error', () => {
  it('says what its registry says, with the sentences of its fields and when to try again', () => {
    const error = errors.error('NO_RAFT', { raft: 'Please build one.' }, 60)
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toMatchObject({
      name: 'DomainError',
      code: 'NO_RAFT',
      message: 'The raft is gone.',
      fields: { raft: 'Please build one.' },
      retryAfter: 60,
    })
  })

  it('is thrown by the registry, as the same error', () => {
    expect(() => errors.fail('NO_RAFT', { raft: 'Please build one.' })).toThrow(
      errors.error('NO_RAFT', { raft: 'Please build one.' }),
    )
    expect(errors.registry.NO_RAFT.status).toBe(409)
  })

  it('may say what others did instead, and stays the same error', () => {
    const happened = { what: 'The raft was sold', by: null, at: '2025-11-22T18:00:00.000Z' }
    const error = errors.error('NO_RAFT', { raft: 'Please build one.' }, 60)
    expect(error.happened).toBeUndefined()
    const { code, message, fields, retryAfter } = error
    expect(error.because(happened)).toMatchObject({ code, message, fields, retryAfter, happened })
  })

  it('goes by its code where the registry of another release does not have it', () => {
    expect(errors.error('NO_PADDLE' as 'NO_RAFT').message).toBe('NO_PADDLE')
  })
})

describe('A refusal', () => {
  it('is found by running the rule, and is none where the rule allows', () => {
    const errors = defineErrors({ NO_RAFT: { status: 409, message: 'There is no raft.' } })
    expect(findRefusal(() => errors.fail('NO_RAFT'))?.code).toBe('NO_RAFT')
    expect(findRefusal(() => [])).toBeNull()
  })

  it('is no mistake of the program, which goes on', () => {
    const mistake = () => {
      throw new TypeError('raft is undefined')
    }
    expect(() => findRefusal(mistake)).toThrow(TypeError)
  })
})
