import type { TeamEvent } from '@ultimate/events/tournament/events.ts'

type Registered = Extract<TeamEvent, { type: 'TeamRegistered' }>

export const registered: Registered = {
  type: 'TeamRegistered',
  data: {
    teamName: 'Huck Finns',
    pastTeamNames: '',
    location: 'Florence, AL',
    division: 'rec',
    captain: { name: 'Becky Thatcher', email: 'becky@example.org', phone: '256-555-0142', comments: '' },
    alternate: null,
    awaitsConfirmation: false,
  },
}

type Mark = 'TeamConfirmed' | 'TeamWaitlisted' | 'TeamMarkedPaid' | 'TeamMarkedUnpaid' | 'TeamRestored'

/** What staff set: a fact that says all by its type. */
export const mark = (type: Mark): TeamEvent => ({ type, data: {} })

export const removed: TeamEvent = { type: 'TeamRemoved', data: { reason: 'Junk' } }
export const restored = mark('TeamRestored')
