import { describe, expect, it } from 'vitest'
import { teamEvents } from './events.ts'

const { upcast, personal } = teamEvents.TeamRegistered
const fromFirst = upcast?.[1] as (data: object) => unknown
const becky = { name: 'Becky Thatcher', email: 'becky@example.org', phone: '256-555-0142' }

describe('A bid of the first version', () => {
  it('has its comments with the captain who wrote them', () => {
    expect(fromFirst({ captain: becky, comments: 'Ask for Joe.' })).toEqual({
      captain: { ...becky, comments: 'Ask for Joe.' },
    })
  })

  it('of a captain who was forgotten has none any more', () => {
    const forgotten = personal?.['captain']?.forgotten
    expect(fromFirst({ captain: forgotten, comments: 'Ask for Joe.' })).toEqual({ captain: forgotten })
  })
})
