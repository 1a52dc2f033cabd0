import { describe, expect, it } from 'vitest'
import { teamEvents } from './events.ts'

const { upcast, personal } = teamEvents.TeamRegistered
const becky = { name: 'Becky Thatcher', email: 'becky@example.org', phone: '256-555-0142' }

describe('A bid of the first version', () => {
  it('has its comments with the captain who wrote them', () => {
    expect(upcast[1]({ captain: becky, comments: 'Ask for Joe.' })).toEqual({
      captain: { ...becky, comments: 'Ask for Joe.' },
    })
  })

  it('of a captain who was forgotten has none any more', () => {
    const { forgotten } = personal.captain
    expect(upcast[1]({ captain: forgotten, comments: 'Ask for Joe.' })).toEqual({ captain: forgotten })
  })
})
