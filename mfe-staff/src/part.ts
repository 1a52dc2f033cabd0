import { accountGroup, type PartSource } from '@ultimate/events/platform/part.ts'

/** The description of the part. The build writes it into the manifest, where the shell and the backend read it. */
export const part = {
  area: 'staff',
  contract: '^1',
  // There are passkeys from 1.5 on.
  needs: { staff: '^1.7', releases: '^1' },
  paths: ['/account', '/reset-password', '/access-controls', '/desk', '/announcements', '/audit', '/parts'],
  pages: [
    {
      path: '/account',
      label: 'Account Settings',
      title: 'Account Settings',
      admission: 'signed-in',
      turnedAway: {
        visitor: 'Please log in to open Account Settings.',
        user: 'Your role ({role}) does not open Account Settings.',
      },
      menu: { group: accountGroup, order: 10, for: 'signed-in' },
      head: { heading: 'Account Settings', lead: 'Your name, your address, your password.', feather: 'cranberry' },
      layout: 'form',
    },
    {
      path: '/reset-password',
      label: 'New Password',
      title: 'New Password',
      admission: 'everyone',
      head: { heading: 'New Password', lead: 'For staff who do not know theirs any more.', feather: 'cranberry' },
      layout: 'text',
    },
    {
      path: '/access-controls',
      label: 'Access Controls',
      title: 'Access Controls',
      admission: ['TD'],
      turnedAway: {
        visitor: 'Please log in to open Access Controls.',
        user: 'Your role ({role}) does not open Access Controls.',
      },
      menu: { group: accountGroup, order: 20, for: ['TD'] },
      head: { heading: 'Access Controls', lead: 'Who can sign in, and as what.', feather: 'cranberry' },
      layout: 'rows',
    },
    {
      path: '/desk',
      label: 'Desk',
      title: 'Desk',
      admission: ['TD', 'admin'],
      firstFor: ['TD'],
      turnedAway: {
        visitor: 'Please log in to open the Desk.',
        user: 'Your role ({role}) does not open the Desk.',
      },
      menu: { group: accountGroup, order: 25, for: ['TD', 'admin'] },
      head: { heading: 'Desk', lead: 'What waits for you.', feather: 'cranberry' },
      layout: 'rows',
    },
    {
      path: '/announcements',
      label: 'Announcements',
      title: 'Announcements',
      admission: ['TD', 'admin'],
      turnedAway: {
        visitor: 'Please log in to open Announcements.',
        user: 'Your role ({role}) does not open Announcements.',
      },
      menu: { group: accountGroup, order: 27, for: ['TD', 'admin'] },
      head: { heading: 'Announcements', lead: 'One notice on every page, for everyone.', feather: 'cranberry' },
      layout: 'form',
    },
    {
      path: '/audit',
      label: 'Audit',
      title: 'Audit',
      admission: ['TD'],
      turnedAway: {
        visitor: 'Please log in to open Audit.',
        user: 'Your role ({role}) does not open Audit.',
      },
      menu: { group: accountGroup, order: 30, for: ['TD'] },
      head: { heading: 'Audit', lead: 'Everything that was done, newest first.', feather: 'cranberry' },
      layout: 'rows',
    },
    {
      path: '/parts',
      label: 'Parts',
      title: 'Parts',
      admission: ['TD'],
      turnedAway: {
        visitor: 'Please log in to open Parts.',
        user: 'Your role ({role}) does not open Parts.',
      },
      menu: { group: accountGroup, order: 40, for: ['TD'] },
      head: { heading: 'Parts', lead: 'What visitors get of each part of the site.', feather: 'cranberry' },
      layout: 'rows',
    },
  ],
} as const satisfies PartSource
