import type { PartSource } from '@ultimate/events/platform/part.ts'

/** The description of the part. The build writes it into the manifest, where the shell and the backend read it. */
export const part = {
  area: 'dinner',
  contract: '^1',
  // The teams that captains sign up for are the tournament's.
  needs: { dinner: '^1', tournament: '^1' },
  paths: ['/dinner'],
  pages: [
    {
      path: '/dinner/info',
      label: 'Info',
      title: 'Dinner',
      admission: 'everyone',
      menu: { group: 'Dinner', order: 210, for: 'everyone' },
      head: {
        heading: 'The Saturday dinner',
        lead: 'The teams cook for each other. Bring an appetite, a dish, or an apron.',
      },
      layout: 'text',
      description:
        'Saturday, {{dinner}}: turkey, ham and sides that the teams made themselves, and the Turkey Shoot with prizes.',
      picture: 'previews/dinner-info.png',
    },
    {
      path: '/dinner/signup',
      // HSV is short for Huntsville, the town of the tournament.
      label: 'HSV Signup',
      title: 'Dinner Signup',
      admission: 'everyone',
      menu: { group: 'Dinner', order: 220, for: 'everyone' },
      head: {
        heading: 'Dinner Signup',
        lead: 'The teams cook for each other. Bring a dish or serve a half-hour shift.',
        feather: 'cranberry',
      },
      layout: 'cards',
      description: 'Sign up to cook a dish for the Saturday dinner, or to serve for half an hour behind the buffet.',
      picture: 'previews/dinner-signup.png',
    },
    {
      path: '/dinner/checkin',
      label: 'Dinner Check-In',
      title: 'Dinner Check-In',
      admission: 'signed-in',
      turnedAway: {
        visitor: 'Please log in to open Dinner Check-In.',
        user: 'Your role ({role}) has no access to Dinner Check-In.',
      },
      // The page stays open after sign-out and shows the denial itself.
      saysAccessDenied: true,
      menu: { group: 'Dinner', order: 230, for: 'signed-in' },
      head: { heading: 'Dinner Check-In', lead: 'Checked-in dishes go to Holding.' },
      layout: 'counters',
      offline: 'signups/dishes',
    },
    {
      path: '/dinner/server-checkin',
      label: 'Server Check-In',
      title: 'Server Check-In',
      admission: 'signed-in',
      turnedAway: {
        visitor: 'Please log in to open Server Check-In.',
        user: 'Your role ({role}) has no access to Server Check-In.',
      },
      saysAccessDenied: true,
      menu: { group: 'Dinner', order: 240, for: 'signed-in' },
      head: { heading: 'Server Check-In', lead: 'By serving time, the earliest first.', feather: 'gold' },
      layout: 'counters',
      offline: 'signups/serving',
    },
    {
      path: '/dinner/management',
      label: 'Dinner Management',
      title: 'Dinner Management',
      admission: 'signed-in',
      turnedAway: {
        visitor: 'Please log in to open Dinner Management.',
        user: 'Your role ({role}) has no access to Dinner Management.',
      },
      menu: { group: 'Dinner', order: 250, for: 'signed-in' },
      head: { heading: 'Dinner Management' },
      layout: 'board',
      offline: 'board/now',
    },
    {
      path: '/dinner/kitchen',
      label: 'Kitchen',
      title: 'Kitchen',
      admission: 'signed-in',
      turnedAway: {
        visitor: 'Please log in to open Kitchen.',
        user: 'Your role ({role}) has no access to Kitchen.',
      },
      menu: { group: 'Dinner', order: 260, for: 'signed-in' },
      head: { heading: 'Kitchen', lead: 'What to expect, and what is missing.', feather: 'cranberry' },
      layout: 'counters',
      offline: 'signups/kitchen',
    },
  ],
} as const satisfies PartSource
