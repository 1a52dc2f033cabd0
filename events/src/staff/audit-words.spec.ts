import { describe, expect, it } from 'vitest'
import { describeInOneLine, event } from '../language/sentence/sentence.fixture.ts'
import type { PastEvent } from '../language/sentence/sentence.ts'
import { staffEvents } from './events.ts'

const added = (username: string, role: string): PastEvent =>
  event('UserAdded', { person: { username, fullName: 'Tom Sawyer', email: 'tom@example.org' }, role, verified: false })
const tom = added('tom', 'TD')
const changed = (fullName: string, email: string): PastEvent => event('ProfileChanged', { person: { fullName, email } })
const phone = event('PasskeyAdded', { passkeyId: 'p1', name: 'Phone' })
const laptop = event('PasskeyAdded', { passkeyId: 'p2', name: 'Laptop' })
const asked = (email: string): PastEvent => event('ForgettingRequested', { email })
const sunset = event('PhotoAdded', { title: 'Sunset' })

describe('The audit of the staff', () => {
  it.each<[string, PastEvent, PastEvent[]]>([
    ['Tom Sawyer: added Tom Sawyer, username tom, as a TD', tom, []],
    ['Tom Sawyer: added Tom Sawyer as an admin', added('Tom Sawyer', 'admin'), []],
    ['Tom Sawyer: added Tom Sawyer, username tom, as a helper', added('tom', 'helper'), []],
    ['Tom Sawyer: signed in', event('UserSignedIn', { passkeyId: null }), [tom]],
    ['someone: signed in', event('UserSignedIn', { passkeyId: null }), []],
    [
      'Tom Sawyer: signed in with the passkey “Phone”',
      event('UserSignedIn', { passkeyId: 'p1' }),
      [tom, laptop, phone],
    ],
    ['Tom Sawyer: signed in with the passkey “a passkey”', event('UserSignedIn', { passkeyId: 'p1' }), [tom]],
    ['Tom Sawyer: added the passkey “Phone”, which lets them in without the password', phone, [tom]],
    [
      'Tom Sawyer: removed the passkey “Phone” of Tom Sawyer (was one of their 2 passkeys)',
      event('PasskeyRemoved', { passkeyId: 'p1' }),
      [tom, phone, laptop],
    ],
    [
      'Tom Sawyer: removed the passkey “Laptop” of Tom Sawyer (was their only passkey)',
      event('PasskeyRemoved', { passkeyId: 'p2' }),
      [tom, phone, laptop, event('PasskeyRemoved', { passkeyId: 'p1' }), event('UserSignedIn', { passkeyId: 'p2' })],
    ],
    ['Tom Sawyer: removed the passkey “a passkey” of Tom Sawyer', event('PasskeyRemoved', { passkeyId: 'p1' }), [tom]],
    [
      'Tom Sawyer: signed in with the passkey “Laptop”',
      event('UserSignedIn', { passkeyId: 'p2' }),
      [tom, phone, laptop],
    ],
    [
      'Tom Sawyer: signed in with the passkey “Tablet”',
      event('UserSignedIn', { passkeyId: 'p3' }),
      [tom, event('UserSignedIn', { passkeyId: 'p3' }), event('PasskeyAdded', { passkeyId: 'p3', name: 'Tablet' })],
    ],
    ['Tom Sawyer: signed out', event('UserSignedOut'), [tom]],
    ['Tom Sawyer: changed their own password', event('PasswordChanged'), [tom]],
    ['Tom Sawyer: set a new password with a mailed link', event('PasswordReset'), [tom]],
    ['Tom Sawyer: removed Tom Sawyer (was a TD)', event('UserRemoved'), [tom]],
    ['Thomas: removed Thomas (was a TD)', event('UserRemoved'), [tom, changed('Thomas', 'tom@example.org')]],
    ['someone: removed someone', event('UserRemoved'), []],
    ['Thomas: changed their own name to Thomas (was Tom Sawyer)', changed('Thomas', 'tom@example.org'), [tom]],
    [
      'Tom Sawyer: changed their own e-mail address to t@example.org (was tom@example.org)',
      changed('Tom Sawyer', 't@example.org'),
      [tom],
    ],
    [
      'Thomas: changed their own name to Thomas and e-mail address to t@example.org (was Tom Sawyer, tom@example.org)',
      changed('Thomas', 't@example.org'),
      [tom],
    ],
    [
      'Tommy: changed their own name to Tommy (was Thomas)',
      changed('Tommy', 't@example.org'),
      [tom, changed('Thomas', 't@example.org')],
    ],
    [
      'Thomas: changed their own name to Thomas and e-mail address to t@example.org',
      changed('Thomas', 't@example.org'),
      [],
    ],
    ['Sunset: added the photo “Sunset”', sunset, []],
    ['Dawn: renamed a photo to “Dawn” (was Sunset)', event('PhotoRenamed', { title: 'Dawn' }), [sunset]],
    [
      'Noon: renamed a photo to “Noon” (was Dawn)',
      event('PhotoRenamed', { title: 'Noon' }),
      [sunset, event('PhotoRenamed', { title: 'Dawn' })],
    ],
    ['Sunset: deleted the photo “Sunset” (was shown on the home page)', event('PhotoDeleted'), [sunset]],
    ['a photo: deleted the photo “a photo” (was shown on the home page)', event('PhotoDeleted'), []],
    ['the audit: exported the audit', event('AuditExported'), []],
    ['Tom Sawyer: set up a second factor for signing in (was not set up)', event('SecondFactorAdded'), [tom]],
    [
      'Tom Sawyer: removed the second factor of Tom Sawyer (was set up)',
      event('SecondFactorRemoved'),
      [tom, event('SecondFactorAdded')],
    ],
    [
      'Tom Sawyer: set up a second factor for signing in (was not set up)',
      event('SecondFactorAdded'),
      [tom, event('SecondFactorAdded'), event('SecondFactorRemoved')],
    ],
    ['Tom Sawyer: used one of their recovery codes', event('RecoveryCodeUsed'), [tom]],
    ['Tom Sawyer: made new recovery codes, so that the old ones ended', event('RecoveryCodesRenewed'), [tom]],
    [
      'signing in: made helpers sign in with a second factor (was left to them)',
      event('SecondFactorRequired', { role: 'helper' }),
      [event('SecondFactorRequired', { role: 'TD' })],
    ],
    [
      'signing in: left it to TDs whether to sign in with a second factor (was required)',
      event('SecondFactorMadeOptional', { role: 'TD' }),
      [event('SecondFactorRequired', { role: 'TD' }), event('SecondFactorMadeOptional', { role: 'helper' }), tom],
    ],
    [
      'signing in: made TDs sign in with a second factor (was left to them)',
      event('SecondFactorRequired', { role: 'TD' }),
      [event('SecondFactorRequired', { role: 'TD' }), event('SecondFactorMadeOptional', { role: 'TD' })],
    ],
    [
      'the data check: compared all lists of the site from 4711 events: nothing differed',
      event('ReplayFinished', { from: 'screen', events: 4711, differences: 0, applied: false }),
      [],
    ],
    [
      'the data check: rebuilt all lists of the site from 1 event: 2 rows differed',
      event('ReplayFinished', { from: 'command', events: 1, differences: 2, applied: true }),
      [],
    ],
    [
      'the data check: compared all lists of the site from 2 events: 1 row differed',
      event('ReplayFinished', { from: 'screen', events: 2, differences: 1, applied: false }),
      [],
    ],
    [
      'a forgotten person: forgot a person for good: 1 record can no longer be read',
      event('PersonForgotten', { subjects: ['a'] }),
      [],
    ],
    [
      'a forgotten person: forgot a person for good: 2 records can no longer be read',
      event('PersonForgotten', { subjects: ['a', 'b'] }),
      [],
    ],
    ['tom@example.org: asked with a private link to be forgotten', asked('tom@example.org'), []],
    ['a forgotten person: asked with a private link to be forgotten', asked(''), []],
    [
      'tom@example.org: declined to forget someone: “You cook tonight.” (was waiting for an answer)',
      event('ForgettingDeclined', { reason: 'You cook tonight.' }),
      [asked('tom@example.org'), tom],
    ],
    [
      'a forgotten person: declined to forget someone (was waiting for an answer)',
      event('ForgettingDeclined', { reason: '' }),
      [asked('')],
    ],
    [
      'a forgotten person: declined to forget someone (was waiting for an answer)',
      event('ForgettingDeclined', { reason: '' }),
      [],
    ],
    ['the data check: could not finish comparing all lists of the site', event('ReplayFailed', { from: 'screen' }), []],
    [
      'the testing gate: passed the testing gate (network k3f9a2Qx)',
      event('GateOpened', { times: 1, network: 'k3f9a2Qx' }),
      [],
    ],
  ])('says: %s', (line, one, earlier) => expect(describeInOneLine(staffEvents, one, { earlier })).toBe(line))

  it('names the user for whom a link was asked, if there is one', () => {
    const asked = (userId: string | null) =>
      describeInOneLine(staffEvents, event('PasswordResetRequested', { userId }), { others: { 'user-1': [tom] } })
    expect(asked('1')).toBe('Tom Sawyer: asked for a link to set a new password for Tom Sawyer')
    expect(asked('2')).toBe('someone: asked for a link to set a new password for someone')
    expect(asked(null)).toBe(
      'an unknown account: asked for a link to set a new password, for an address that no user has',
    )
  })

  it('names the user of a failed sign-in, if there is one', () => {
    const failed = (userId: string | null, name: string | null = 'k3f9a2QxZ0b7Yw1mNcV4sT', times = 1) =>
      describeInOneLine(staffEvents, event('SignInFailed', { userId, name, times }), { others: { 'user-1': [tom] } })
    expect(failed('1')).toBe('Tom Sawyer: failed to sign in as Tom Sawyer')
    expect(failed('2')).toBe('someone: failed to sign in as someone')
    expect(failed(null)).toBe('an unknown account: failed to sign in with a username that no one has (name k3f9a2)')
    expect(failed(null, null)).toBe('an unknown account: failed to sign in with a username that no one has')
    expect(failed('1', null, 5)).toBe(
      'Tom Sawyer: failed to sign in as Tom Sawyer, attempt 5 for the same name within a quarter of an hour',
    )
  })

  it('says what was turned away, why, and how often by then', () => {
    const refused = (data: object) =>
      describeInOneLine(
        staffEvents,
        event('AttemptRefused', { userId: null, network: 'k3f9a2Qx', times: 1, ...data }),
        {
          others: { 'user-1': [tom] },
        },
      )
    expect(refused({ call: 'POST /api/auth/login', reason: 'throttled', userId: '1', times: 1000 })).toBe(
      'Tom Sawyer: was turned away from signing in as Tom Sawyer after too many attempts, 1,000 times within 15 minutes (network k3f9a2Qx)',
    )
    expect(refused({ call: 'POST /api/gate', reason: 'wrong-password' })).toBe(
      'attempts: gave a wrong password for the testing gate (network k3f9a2Qx)',
    )
    expect(refused({ call: 'PUT /api/teams/{id}', reason: 'not-allowed' })).toBe(
      'attempts: was turned away from an action (PUT /api/teams/{id}), for which they have no permission (network k3f9a2Qx)',
    )
    expect(refused({ call: 'POST /api/auth/login', reason: 'ended-password', userId: '1' })).toBe(
      'Tom Sawyer: gave a temporary password that has ended for signing in as Tom Sawyer (network k3f9a2Qx)',
    )
    expect(refused({ call: 'POST /api/auth/reset-password', reason: 'wrong-link', times: 10 })).toBe(
      'attempts: gave a link that is wrong or was used for setting a new password with a mailed link, 10 times within 15 minutes (network k3f9a2Qx)',
    )
    expect(refused({ call: 'GET /api/audit', reason: 'wrong-token' })).toBe(
      'attempts: was turned away from the audit with a token that is not valid (network k3f9a2Qx)',
    )
    expect(refused({ call: 'POST /api/auth/passkey-sign-in', reason: 'unknown-passkey', times: 10 })).toBe(
      'attempts: tried to sign in with a passkey that no user has, 10 times within 15 minutes (network k3f9a2Qx)',
    )
  })

  it.each([
    ['List the parts with their releases, what is live; a token sees its own', 'List the parts with their releases'],
    ['Release a version: a tar.gz', 'Release a version'],
    ['Register a team (a bid) and mail its captain', 'Register a team'],
    ['Sign up. The first one sets a cookie', 'Sign up'],
  ])('names a call by what it is for: %s', (summary, words) => {
    const data = { call: 'PUT /api/teams/{id}', reason: 'not-allowed', userId: null, network: 'k3f9a2Qx', times: 1 }
    const line = describeInOneLine(staffEvents, event('AttemptRefused', data), { summaryOf: () => summary })
    expect(line).toContain(`was turned away from “${words}”, for which they have no`)
  })

  it('names a call of another release, which it does not know, as it was sent', () => {
    const data = { call: 'PUT /api/jars', reason: 'not-allowed', userId: null, network: 'k3f9a2Qx', times: 1 }
    const line = describeInOneLine(staffEvents, event('AttemptRefused', data), { summaryOf: () => undefined })
    expect(line).toContain('was turned away from an action (PUT /api/jars)')
  })

  it('does not say what a profile was changed to where it stayed the same', () => {
    const same = changed('Tom Sawyer', 'tom@example.org')
    expect(describeInOneLine(staffEvents, same, { earlier: [tom] })).toBe('Tom Sawyer: changed their own profile')
  })
})
