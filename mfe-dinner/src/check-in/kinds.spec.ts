import { ApiError, NetworkError } from '@ultimate/kit/request/api.ts'
import { describe, expect, it } from 'vitest'
import { classifyFailure, loadSentence, NoToken, updateSentence } from './kinds.ts'

const refusal = (status: number, code: string, message: string) =>
  new ApiError(status, { code, message, error: message })
const errors = {
  'no token': new NoToken(),
  'a token of another secret (401)': refusal(401, 'INVALID_SIGNATURE', 'x'),
  'a token of another secret (403)': refusal(403, 'INVALID_SIGNATURE', 'x'),
  'a token that is over': refusal(401, 'TOKEN_EXPIRED', 'x'),
  'a role that may not': refusal(403, 'FORBIDDEN', 'x'),
  'a dish in use': refusal(409, 'DISH_IN_USE', 'This dish has left Holding. Move it back first.'),
  'no answer': new NetworkError('gone'),
  'an unreadable answer': new SyntaxError('Unexpected token <'),
} as const
type Case = keyof typeof errors

const expired = 'Your session has expired due to a server update. Please refresh the page and log in again.'
const denied = 'Authentication failed. Please log in again.'
const network = 'Network error. Please check your connection and try again.'
const inUse = 'Failed to update check-in status: This dish has left Holding. Move it back first.'

describe('A failed check-in', () => {
  it.each<[Case, string, string]>([
    ['no token', 'Authentication required. Please log in again.', 'Not authenticated'],
    ['a token of another secret (401)', expired, denied],
    ['a token of another secret (403)', expired, denied],
    ['a token that is over', denied, denied],
    ['a role that may not', denied, denied],
    ['a dish in use', inUse, 'Error updating check-in status'],
    ['no answer', network, 'Error updating check-in status'],
    ['an unreadable answer', network, 'Error updating check-in status'],
  ])('%s: "%s" for dishes, "%s" for servers', (name, dish, server) => {
    expect(updateSentence('dishes', classifyFailure(errors[name]))).toBe(dish)
    expect(updateSentence('serving', classifyFailure(errors[name]))).toBe(server)
  })
})

describe('A list that could not be loaded', () => {
  it.each<[Case, string]>([
    ['no token', 'Not authenticated'],
    ['a token that is over', denied],
    ['a role that may not', denied],
    ['a dish in use', 'Failed to load server signups'],
    ['no answer', 'Error loading server signups'],
  ])('%s: "%s" for servers, and always the same for dishes', (name, server) => {
    expect(loadSentence('serving', classifyFailure(errors[name]))).toBe(server)
    expect(loadSentence('dishes', classifyFailure(errors[name]))).toBe('Failed to fetch dinner signups')
  })
})
