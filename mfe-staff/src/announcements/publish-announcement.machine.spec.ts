import { describe, expect, it } from 'vitest'
import { emptyAnnouncement, listGroups, toAnnouncement } from './publish-announcement.machine.ts'

describe('An announcement that is written', () => {
  it('names its end by the clock at the venue, and whom it is mailed to', () => {
    const draft = { ...emptyAnnouncement, text: 'Rain', until: '2025-11-22T14:30', volunteers: true }
    expect(toAnnouncement(draft)).toEqual({
      text: 'Rain',
      level: 'info',
      until: '2025-11-22T20:30:00.000Z',
      mail: ['volunteers'],
    })
  })

  it('has neither an end nor a mail unless they are chosen', () => {
    expect(toAnnouncement(emptyAnnouncement)).toMatchObject({ until: null, mail: [] })
    expect(listGroups({ captains: true, volunteers: true })).toEqual(['captains', 'volunteers'])
  })
})
