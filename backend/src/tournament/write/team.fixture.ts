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

/** What staff set: a fact that says all by its type. */
export const mark = (type: 'TeamConfirmed' | 'TeamWaitlisted' | 'TeamMarkedPaid' | 'TeamMarkedUnpaid'): TeamEvent => ({
  type,
  data: {},
})
