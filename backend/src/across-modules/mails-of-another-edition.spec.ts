import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { exampleOwnSignup, pie, slotOf } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { type FactsOfYear, factsOf2025, readFee } from '@ultimate/events/language/edition-facts.ts'
import { describe, expect, it } from 'vitest'
import * as signedUp from '../dinner/mails/confirmation.ts'
import { writeCorrectionMail } from '../dinner/mails/correction.ts'
import * as linkRequested from '../dinner/mails/link-requested.mail.ts'
import * as linkRevoked from '../dinner/mails/link-revoked.mail.ts'
import { writePlanMail } from '../dinner/mails/plan-text.ts'
import * as volunteerReminder from '../dinner/mails/volunteer-reminder.ts'
import { buildMessage } from '../platform/mail/message.ts'
import type { Mail } from '../platform/mail.ts'
import { resetMail } from '../staff/mails/password-reset.mail.ts'
import * as userAdded from '../staff/mails/user-added.mail.ts'
import * as addressConfirmed from '../tournament/mails/address-confirmed.mail.ts'
import * as bidLinkRevoked from '../tournament/mails/bid-link-revoked.mail.ts'
import { invitation } from '../tournament/mails/captain-invited.mail.ts'
import * as captainReminder from '../tournament/mails/captain-reminder.ts'
import * as linksRequested from '../tournament/mails/confirmation-link-requested.mail.ts'
import { changeMail } from '../tournament/mails/team-changed.mail.ts'
import * as corrected from '../tournament/mails/team-corrected.mail.ts'
import * as registered from '../tournament/mails/team-registered.mail.ts'

const facts: FactsOfYear = {
  year: 2027,
  name: 'Spring Huck',
  ordinal: '5th',
  first_day: '2027-04-09',
  last_day: '2027-04-11',
  city: 'Hannibal, Missouri',
  venue: { name: 'Riverfront Fields', address: '1 Bird St, Hannibal, MO 63401', bounds: null },
  club: 'Hannibal Discs',
  contact_email: 'spring@hannibal.example',
  merch_partner: { name: 'River Prints', url: 'https://river.example/' },
  capacity: 12,
  fee: '$250 per team',
  fee_deadline: '2027-03-01',
  fee_payment: 'Pay in cash at the gate.',
  registration: { opens: '2027-01-01T12:00:00Z', closes: '2027-02-01T12:00:00Z' },
  pool_play: { starts: '10:30', ends: '15:00' },
  dinner: { starts: '17:30', ends: '20:15', dishes_from: '15:10', dishes_until: '15:50', dishes_per_team: 3 },
  divisions: { comp: 'Hard.', rec: 'Easy.' },
  schedule: { pool_play: 'Play.', dinner: 'Eat.', brackets: 'Win.' },
  game_rules: [],
  designs_year: 2027,
  colors: { primary: '#1d4ed8', accent: '#eaaa00' },
  logo: null,
}
const known = readFee(facts)
const siteUrl = 'https://spring.example'
const link = `${siteUrl}/registration/bid#token=abc`
const to = { id: 'a-mail', to: 'becky@example.org', mailbox: 'staff' } as const
const own = { number: 5, status: 'confirmed' as const }
const bid = {
  teamName: 'Huck Finns',
  pastTeamNames: '',
  location: 'Florence',
  captainName: 'Becky Thatcher',
  captainEmail: 'becky@example.org',
  captainPhone: '256-555-0142',
  altCaptainName: '',
  altCaptainEmail: '',
  altCaptainPhone: '',
  comments: '',
}
const slot = { ...pie, id: 'sauce', name: 'Cranberry sauce' }
const serving = { ...slot, id: 'carving', name: 'Carving', category: 'serving', time_slot: '18:30' } as const
const signup = exampleOwnSignup({ id: '1', ...slotOf(slot) })
const server = exampleOwnSignup({ id: '2', ...slotOf(serving) })
const now = new Date('2027-03-01T12:00:00Z')
const user = (data: object) =>
  ({
    data,
    metadata: { stream: 'user-1', actor: { kind: 'staff', name: 'Tom' } },
  }) as unknown as RecordedEvent &
    Parameters<typeof userAdded.invitation>[0] &
    Parameters<typeof userAdded.renewal>[0] &
    Parameters<typeof userAdded.comeback>[0]
const person = { username: 'becky', fullName: 'Becky', email: 'becky@example.org' }
const login = { authSecret: 'a secret of the site', siteUrl, site: facts.name }
const change = (was: string, is: string, paid = false) =>
  ({ was: { status: was, paid: false }, is: { status: is, paid }, byOrder: true }) as Parameters<typeof changeMail>[0]
const changes = [
  change('confirmed', 'waitlist'),
  change('waitlist', 'confirmed'),
  change('confirmed', 'removed'),
  change('confirmed', 'withdrawn'),
  change('removed', 'confirmed'),
  change('confirmed', 'confirmed', true),
  change('confirmed', 'confirmed'),
]
const plan = { name: 'Carving', timeSlot: '18:30' }

/** The mails by the file that writes them. Those of the last three name only the edition that `buildMessage` adds. */
const mails: Readonly<Record<string, readonly (Partial<Mail> | null)[]>> = {
  'tournament/mails/address-confirmed.mail.ts': [
    addressConfirmed.confirmation({ own: { ...own, id: '1', division: 'rec', bid }, siteUrl, link, facts }),
  ],
  'tournament/mails/bid-link-revoked.mail.ts': [
    bidLinkRevoked.newLink(to, { byStaff: true, link, teamName: 'Huck Finns', facts }),
  ],
  'tournament/mails/captain-invited.mail.ts': [invitation(to, { link, teamName: 'Huck Finns', facts })],
  'tournament/mails/confirmation-link-requested.mail.ts': [true, false].map((counts) =>
    linksRequested.reminder(to, [{ link, registeredAt: now, counts, teamName: null }], facts),
  ),
  'tournament/mails/team-changed.mail.ts': changes.map((one) =>
    changeMail(one, { teamName: null, number: 5, siteUrl, link, facts }),
  ),
  'tournament/mails/team-corrected.mail.ts': [
    corrected.newAddress(to, { own, siteUrl, link, byStaff: true, facts }),
    corrected.newAddress(to, { own, siteUrl, link, byStaff: false, facts }),
    corrected.oldAddress(to, true, facts),
    corrected.oldAddress(to, false, facts),
  ],
  'tournament/mails/team-registered.mail.ts': [
    registered.confirmationRequest(to, link, facts),
    registered.receipt(to, { own, siteUrl, link, facts }),
  ],
  'dinner/mails/confirmation.ts': [
    signedUp.writeConfirmation({
      added: [signup, server],
      earlier: [server],
      slots: [slot, serving],
      corrected: [],
      link,
      siteUrl,
      now,
      facts,
    }),
    signedUp.writeConfirmation({
      added: [signup],
      earlier: [],
      slots: [slot],
      corrected: [],
      link,
      siteUrl,
      now,
      facts,
    }),
  ],
  'dinner/mails/correction.ts': [
    writeCorrectionMail({ corrected: { names: [['Beky', 'Becky']], reason: '' }, signups: [signup], link, facts }),
  ],
  'dinner/mails/link-requested.mail.ts': [linkRequested.writeLinkMail(to, { signups: [signup], link, facts })],
  'dinner/mails/link-revoked.mail.ts': [linkRevoked.writeNewLinkMail(to, { byStaff: true, link, facts })],
  'dinner/mails/plan-text.ts': [plan, null].map((is) =>
    writePlanMail({
      changes: [{ slotId: 'carving', signupId: '2', sequence: 1, was: plan, is }],
      slots: [serving],
      all: [signup],
      link,
      siteUrl,
      now,
      facts,
    }),
  ),
  'dinner/mails/volunteer-reminder.ts': ['2027-04-07', '2027-04-08', '2027-04-09'].map((day) =>
    volunteerReminder.writeReminder({
      own: [{ signups: [signup, server], link }],
      extra: 'Bring a spoon',
      now: new Date(`${day}T15:00:00Z`),
      facts,
    }),
  ),
  'tournament/mails/captain-reminder.ts': [
    [{ teamName: 'Huck Finns', link }],
    [
      { teamName: null, link },
      { teamName: 'Huck Finns', link },
    ],
  ].map((bids) =>
    captainReminder.reminderMail({ bids, extra: '', fee: known ?? { amount: '', due: '', payment: '' }, facts }),
  ),
  'staff/mails/user-added.mail.ts': [
    userAdded.invitation(user({ person, role: 'helper' }), login),
    userAdded.renewal(user({ key: 'k' }), { id: '1', username: 'becky', email: 'becky@example.org' }, login),
    userAdded.comeback(user({ person, key: 'k' }), login),
  ],
  'staff/mails/password-reset.mail.ts': [resetMail('reset', person, { link, site: facts.name })],
}

/** Files that write no text of their own, or one that names nothing of an edition; announcements are checked over HTTP. */
const others = [
  'dinner/mails/calendar.ts',
  'dinner/mails/mail-words.ts',
  'dinner/mails/notice-plan-changes.ts',
  'dinner/mails/plan-changed.mail.ts',
  'dinner/mails/signed-up.mail.ts',
  'tournament/mails/captain-mail.ts',
]

const ofLastEdition = [
  ...[factsOf2025.name, 'Thanksgiving', '2025', 'November', 'Nov 2', 'Saturday', 'Sunday', 'Huntsville', 'Alabama'],
  ...[factsOf2025.venue.name, factsOf2025.venue.address, factsOf2025.contact_email, factsOf2025.merch_partner.url],
  ...['of 35', 'first 35', '6:00 PM', '9:00 PM', '5:00 PM', '5:45 PM', '20251122'],
]

const written = Object.entries(mails).flatMap(([file, those]) =>
  those.map((mail, index) => [file, index, mail] as const),
)

describe('The mails of another edition', () => {
  it.each(written)('in %s, number %i, name nothing of the last one', (_, __, mail) => {
    if (!mail) throw new Error('this mail is not written')
    const { subject, text, html, replyTo, from, icalEvent } = buildMessage(
      { ...to, subject: '', text: '', ...mail },
      { siteUrl, from: null, sender: facts },
    )
    const all = JSON.stringify({ subject, text, html, replyTo, from, icalEvent })
    expect(ofLastEdition.filter((fact) => all.includes(fact))).toEqual([])
    expect(all).toContain('spring@hannibal.example')
  })

  it('name its own facts', () => {
    const [receipt] = mails['tournament/mails/team-registered.mail.ts']?.slice(1) ?? []
    for (const fact of [
      'Spring Huck',
      'April 9 to 11, 2027',
      'Hannibal, Missouri',
      'Confirmed (#5 of 12)',
      'The fee is $250 per team, due March 1, 2027. Pay in cash at the gate.',
      'On Friday night',
    ])
      expect(receipt?.text).toContain(fact)
    const [visit] = mails['dinner/mails/confirmation.ts'] ?? []
    expect(visit?.text).toContain('Friday, April 9, 2027, 5:30 PM to 8:15 PM, Riverfront Fields, Hannibal, Missouri')
    expect(visit?.text).toContain('You bring, on Friday between 3:10 PM and 3:50 PM:')
    // Summer time: 3:10 PM is 20:10 UTC.
    expect(visit?.calendar).toContain('DTSTART:20270409T201000Z')
    expect(visit?.calendar).toContain('1 Bird St')
  })

  it('are those of every file', () => {
    const root = resolve(import.meta.dirname, '..')
    const files = globSync('{dinner,tournament}/mails/*.ts', { cwd: root }).filter((file) => !file.includes('.spec.'))
    expect([...Object.keys(mails), ...others].filter((file) => !file.startsWith('staff/')).toSorted()).toEqual(
      files.toSorted(),
    )
  })

  it('leave out the address that a club does not name', () => {
    const { text, replyTo } = buildMessage(
      { ...to, subject: 'Hi', text: 'Hi' },
      { siteUrl, from: null, sender: { name: 'Spring Huck', contact_email: '' } },
    )
    expect([text, replyTo]).toEqual(['Hi\n', undefined])
  })
})
