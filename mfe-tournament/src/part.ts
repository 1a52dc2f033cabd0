import type { PartSource } from '@ultimate/events/platform/part.ts'
import { confirmedCapacity } from '@ultimate/events/tournament/team.ts'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'

const { place, datesSpoken } = eventFacts

/** The description of the part. The build writes it into the manifest, where the shell and the backend read it. */
export const part = {
  area: 'tournament',
  contract: '^1',
  needs: { tournament: '^1' },
  paths: ['/tournament', '/registration', '/schedule'],
  pages: [
    {
      path: '/tournament/info',
      label: 'Info',
      title: 'Tournament',
      admission: 'everyone',
      menu: { group: 'Tournament', order: 110, for: 'everyone' },
      head: { heading: 'Tournament Info', lead: `${datesSpoken}, ${place}. What to know before you pack the cleats.` },
      layout: 'text',
      description:
        'Divisions, schedule, rules, fields and directions: all that a team has to know before it comes to Thanksgiving Ultimate.',
      picture: 'previews/tournament-info.png',
    },
    {
      path: '/tournament/poolplay',
      label: 'Pool Play',
      title: 'Pool Play',
      admission: 'everyone',
      menu: { group: 'Tournament', order: 120, for: 'everyone' },
      head: { heading: 'Pool Play', lead: `Saturday, ${eventFacts.poolPlay}.`, feather: 'gold' },
      layout: 'cards',
      description: 'Who plays whom on Saturday: the pools of both divisions, as soon as they are published.',
      picture: 'previews/tournament-poolplay.png',
    },
    {
      path: '/schedule',
      label: 'Schedule',
      title: 'Schedule',
      admission: 'everyone',
      menu: { group: 'Tournament', order: 125, for: 'everyone' },
      head: { heading: 'Schedule', lead: 'Who plays whom, when and on which field.', feather: 'gold' },
      layout: 'cards',
      description: 'Every game of Thanksgiving Ultimate with its time and field: by time, by field and by team.',
      picture: 'previews/schedule.png',
    },
    {
      path: '/schedule/edit',
      label: 'Edit Schedule',
      title: 'Edit Schedule',
      admission: ['TD', 'admin'],
      turnedAway: {
        visitor: 'Please log in to open Edit Schedule.',
        user: 'Your role ({role}) does not open Edit Schedule.',
      },
      menu: { group: 'Tournament', order: 126, for: ['TD', 'admin'] },
      head: { heading: 'Edit Schedule', feather: 'gold' },
      layout: 'board',
    },
    {
      path: '/tournament/bracket',
      label: 'Bracket',
      title: 'Bracket',
      admission: 'everyone',
      menu: { group: 'Tournament', order: 130, for: 'everyone' },
      head: {
        heading: 'Bracket',
        lead: 'Sunday’s games, round by round, until one team is left.',
        feather: 'gold',
      },
      layout: 'text',
      description:
        'Sunday’s games, round by round, until one team is left. Brackets are posted after Saturday pool play.',
      picture: 'previews/tournament-bracket.png',
    },
    {
      path: '/tournament/merch',
      label: 'Merch',
      title: 'Merch',
      admission: 'everyone',
      menu: { group: 'Tournament', order: 140, for: 'everyone' },
      head: {
        heading: 'Merch',
        lead: 'Something to throw and something to wear, new every year.',
        feather: 'cranberry',
      },
      layout: 'cards',
      description: `The disc and the jersey of the ${eventFacts.edition} Thanksgiving Ultimate: something to throw and something to wear.`,
      picture: 'previews/tournament-merch.png',
    },
    {
      path: '/registration/register',
      label: 'Register a Team',
      title: 'Register a Team',
      admission: 'everyone',
      menu: { group: 'Registration', order: 310, for: 'everyone' },
      head: { heading: 'Register a Team', lead: 'Takes about three minutes.' },
      layout: 'form',
      description: `Register your team for Thanksgiving Ultimate. First come, first served: the first ${confirmedCapacity} teams are in.`,
      picture: 'previews/registration-register.png',
    },
    {
      path: '/registration/confirm',
      label: 'Confirm Your Address',
      title: 'Confirm Your Address',
      admission: 'everyone',
      head: {
        heading: 'Confirm Your Address',
        lead: 'A bid counts once its captain has confirmed the address by the link in our email.',
      },
      layout: 'text',
    },
    {
      path: '/registration/bid',
      label: 'Your Bid',
      title: 'Your Bid',
      admission: 'everyone',
      head: { heading: 'Your Bid', lead: 'Where your team stands, and what you told us about it.' },
      layout: 'text',
    },
    {
      path: '/registration/team',
      label: 'Team',
      title: 'Team',
      admission: ['TD', 'admin'],
      turnedAway: {
        visitor: 'Please log in to open a team.',
        user: 'Your role ({role}) does not open a team.',
      },
      head: { heading: 'Team' },
      layout: 'text',
    },
    {
      path: '/registration/teams',
      label: 'Registered Teams',
      title: 'Registered Teams',
      admission: 'everyone',
      menu: { group: 'Registration', order: 320, for: 'everyone' },
      head: { heading: 'Registered Teams', lead: 'In order of registration.', feather: 'cranberry' },
      layout: 'rows',
      description:
        'Who is coming to Thanksgiving Ultimate: every registered team of both divisions, and who waits in line.',
      picture: 'previews/registration-teams.png',
    },
  ],
} as const satisfies PartSource
