import { FencedOff } from '@ultimate/event-store/commands.ts'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { explainMismatch } from './error-reply.ts'

const declined = (code: string): Error =>
  Object.assign(new postgres.PostgresError('declined' as never), { code, message: 'declined' })
const fencedOff = async () => true
const inForce = async () => false

describe('A query that does not fit the tables', () => {
  it.each(['42P01', '42703', '0A000'])(
    'is because of another release while that holds the database: %s',
    async (code) => {
      expect(await explainMismatch(declined(code), fencedOff)).toBeInstanceOf(FencedOff)
    },
  )

  it('is a fault of ours while the tables are ours', async () => {
    const error = declined('42703')
    expect(await explainMismatch(error, inForce)).toBe(error)
  })

  it('is told apart from what fails for other reasons', async () => {
    for (const error of [declined('23505'), new TypeError('x is not a function')])
      expect(await explainMismatch(error, fencedOff)).toBe(error)
  })
})
