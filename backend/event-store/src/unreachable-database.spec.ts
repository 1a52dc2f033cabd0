import { describe, expect, it } from 'vitest'
import { isDatabaseAway, isUnreachable } from './unreachable-database.ts'

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe('The database is away', () => {
  it.each([
    'CONNECTION_CLOSED',
    'CONNECT_TIMEOUT',
    'CONNECTION_LOST',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    '57P01',
    '57014',
    '53300',
    '08006',
    '40P01',
    '25006',
  ])('when the failure says %s', (code) => expect(isDatabaseAway(failure(code))).toBe(true))
  it('when its socket is missing', () => {
    expect(isDatabaseAway(failure('ENOENT', { syscall: 'connect' }))).toBe(true)
    expect(isDatabaseAway(new AggregateError([failure('ECONNREFUSED')]))).toBe(true)
  })
})

it('tells a server that takes no work from a statement that took too long', () => {
  expect(['ECONNRESET', '57P03', '53300'].map((code) => isUnreachable(failure(code)))).toEqual([true, true, true])
  expect(['57014', '55P03', '40P01'].map((code) => isUnreachable(failure(code)))).toEqual([false, false, false])
})

describe('It is our own fault', () => {
  it.each(['23505', '42601', '22P02', 'ERR_INVALID_ARG_TYPE'])('when the failure says %s', (code) =>
    expect(isDatabaseAway(failure(code))).toBe(false),
  )
  it('when a file is missing, or nothing is said', () => {
    expect(isDatabaseAway(failure('ENOENT', { syscall: 'open' }))).toBe(false)
    expect(isDatabaseAway(new TypeError('x'))).toBe(false)
    expect(isDatabaseAway('57P01')).toBe(false)
  })
})
