import { z } from 'zod'
import { defineEvents, type EventOf, type LiveTopic } from '../language/event.ts'
import { adminOrTd, anyStaff, roles, tdOnly } from '../language/roles.ts'
import { count, describe, type History } from '../language/sentence/sentence.ts'
import { announcementLevels, mailGroups } from './announcement.ts'
import {
  describeAction,
  describeGroups,
  describePasskeys,
  describeRole,
  describeSecondFactor,
  describeSecondFactorRule,
  describeTimes,
  findAnnouncementText,
  findPerson,
  inOneLine,
  nameMessage,
  namePasskey,
  namePhoto,
  nameUser,
  rejectionWords,
  rolesInPlural,
  rolesWithArticle,
  toExcerpt,
} from './audit-words.ts'
import { copies, editionSettings } from './edition-schema.ts'
import { describeSettings } from './edition-words.ts'
import { photoTypes } from './photo.ts'
import { reminderKinds } from './reminder.ts'
import { describeReminder, nameReminder } from './reminder-words.ts'

const usersTopic: LiveTopic = { topic: 'users', audience: tdOnly }
const photosTopic: LiveTopic = { topic: 'photos', audience: 'everyone' }
const announcementsTopic: LiveTopic = { topic: 'announcements', audience: 'everyone' }
const editionTopic: LiveTopic = { topic: 'edition', audience: 'everyone' }
const messagesTopic: LiveTopic = { topic: 'messages', audience: adminOrTd }
/** The lists that show names: a forgotten name disappears from their rows without an event of their streams. */
const everythingWithNames: readonly LiveTopic[] = [
  usersTopic,
  ...(['teams', 'pools', 'slots', 'photos'] as const).map((topic) => ({ topic, audience: 'everyone' as const })),
  ...(['signups', 'board'] as const).map((topic) => ({ topic, audience: anyStaff })),
]

/** The lists that change when another edition becomes current. */
const everythingOfEditions: readonly LiveTopic[] = [
  ...everythingWithNames.filter(({ topic }) => topic !== 'users'),
  ...(['schedule', 'scores'] as const).map((topic) => ({ topic, audience: 'everyone' as const })),
  announcementsTopic,
  editionTopic,
  messagesTopic,
]

const person = z.strictObject({ username: z.string(), fullName: z.string(), email: z.string() })
export type Person = z.infer<typeof person>

/** Events of the streams `user-<id>`. Passwords are no events: their hashes live in a table of their own. */
export const userEvents = defineEvents({
  UserAdded: {
    version: 1,
    data: z.strictObject({ person, role: z.enum(roles), verified: z.boolean() }),
    personal: { person: { forgotten: { username: 'forgotten', fullName: 'Forgotten', email: '' } } },
    sentence: ({ person, role }) =>
      describe(
        person.fullName,
        `added ${person.fullName}${person.username === person.fullName ? '' : `, username ${person.username},`} as ${rolesWithArticle[role]}`,
      ),
    undo: { effect: 'The user is removed and signed out everywhere.' },
    live: [usersTopic],
  },
  /** `passkeyId` names the passkey that was used; null with a password. The first version knew no passkeys. */
  UserSignedIn: {
    version: 2,
    data: z.strictObject({ passkeyId: z.string().nullable() }),
    upcast: { 1: () => ({ passkeyId: null }) },
    sentence: ({ passkeyId }, history) =>
      describe(
        nameUser(history),
        passkeyId === null ? 'signed in' : `signed in with the passkey “${namePasskey(history, passkeyId)}”`,
      ),
    undo: { impossible: 'What they did while signed in has entries of its own. Undo those instead.' },
    live: [usersTopic],
  },
  /** Stored under the same key as the person who was added: forgetting the person forgets both. */
  ProfileChanged: {
    version: 1,
    data: z.strictObject({ person: person.omit({ username: true }) }),
    personal: { person: { forgotten: { fullName: 'Forgotten', email: '' } } },
    sentence: ({ person }, history) => {
      const before = findPerson(history.earlier)
      const parts = [
        ['name', before?.fullName, person.fullName],
        ['e-mail address', before?.email, person.email],
      ] as const
      const changed = parts.filter(([, was, is]) => was !== is)
      return {
        text: `changed their own ${changed.map(([part, , is]) => `${part} to ${is}`).join(' and ') || 'profile'}`,
        was: changed.flatMap(([, was]) => was ?? []).join(', ') || undefined,
        subject: person.fullName,
      }
    },
    undo: { effect: 'Name and e-mail address are what they were.' },
    live: [usersTopic],
  },
  PasswordChanged: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(nameUser(history), 'changed their own password'),
    undo: { impossible: 'The site keeps no earlier password. A temporary one can be sent.' },
    live: [usersTopic],
  },
  /** Set with a mailed link, by a user who had forgotten their password. */
  PasswordReset: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(nameUser(history), 'set a new password with a mailed link'),
    undo: { impossible: 'The site keeps no earlier password. A temporary one can be sent.' },
    live: [usersTopic],
  },
  UserRemoved: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(nameUser(history), `removed ${nameUser(history)}`, describeRole(history)),
    undo: {
      effect: 'The account is back. Its user chooses a new password with a mailed link; no device is signed in again.',
    },
    live: [usersTopic],
  },
  /**
   * The removal was undone. The password went with the account: a link to a new one follows from `key` and a secret of
   * the site, and is mailed.
   */
  UserRestored: {
    version: 1,
    data: z.strictObject({ person, role: z.enum(roles), verified: z.boolean(), key: z.string() }),
    personal: { person: { forgotten: { username: 'forgotten', fullName: 'Forgotten', email: '' } } },
    sentence: ({ person, role }) =>
      describe(person.fullName, `brought back ${person.fullName} as ${rolesWithArticle[role]}`, 'removed'),
    undo: { effect: 'The user is removed again and signed out everywhere.' },
    live: [usersTopic],
  },
  /** The TD sent a temporary password, which follows from `key` and a secret of the site. */
  TemporaryPasswordMade: {
    version: 1,
    data: z.strictObject({ key: z.string() }),
    sentence: (_, history) => describe(nameUser(history), `sent ${nameUser(history)} a new temporary password`),
    undo: { impossible: 'The email has been sent. Another password can be sent.' },
    live: [usersTopic],
  },
  /** Signed out by the user, from this device or from another one. `deviceId` names the session, which is no secret. */
  DeviceSignedOut: {
    version: 1,
    data: z.strictObject({ deviceId: z.string() }),
    sentence: (_, history) => describe(nameUser(history), 'signed one of their devices out'),
    undo: { impossible: 'An ended session cannot be restored. Sign in again.' },
    live: [usersTopic],
  },
  /** From now on signing in takes a code and the password. The secret of the codes is in no event. */
  SecondFactorAdded: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameUser(history), 'set up a second factor for signing in', describeSecondFactor(history)),
    undo: { impossible: 'Removing it takes the user’s password, in Account Settings, or a TD, in Access Controls.' },
    live: [usersTopic],
  },
  /** Removed by the user, or by a TD whose help they asked for. */
  SecondFactorRemoved: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(nameUser(history), `removed the second factor of ${nameUser(history)}`, describeSecondFactor(history)),
    undo: { impossible: 'Its secret is deleted. Set up another one.' },
    live: [usersTopic],
  },
  /** A recovery code was used up in place of a lost device. */
  RecoveryCodeUsed: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(nameUser(history), 'used one of their recovery codes'),
    undo: { impossible: 'A recovery code works once.' },
    live: [usersTopic],
  },
  /** The user has new codes, and the earlier ones no longer work. */
  RecoveryCodesRenewed: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(nameUser(history), 'made new recovery codes, so that the old ones ended'),
    undo: { impossible: 'The old codes are deleted. Make new ones.' },
    live: [usersTopic],
  },
  /** A passkey lets the user in without the password. `name` is the user's name for it; its key is in no event. */
  PasskeyAdded: {
    version: 1,
    data: z.strictObject({ passkeyId: z.string(), name: z.string() }),
    personal: { name: { forgotten: 'A passkey', subject: (_: object, stream: string) => `${stream}/person` } },
    sentence: ({ name }, history) =>
      describe(nameUser(history), `added the passkey “${name}”, which lets them in without the password`),
    undo: { impossible: 'Removing it takes the user’s password, in Account Settings, or a TD, in Access Controls.' },
    live: [usersTopic],
  },
  /** Removed by the user, or by a TD whose help they asked for. */
  PasskeyRemoved: {
    version: 1,
    data: z.strictObject({ passkeyId: z.string() }),
    sentence: ({ passkeyId }, history) =>
      describe(
        nameUser(history),
        `removed the passkey “${namePasskey(history, passkeyId)}” of ${nameUser(history)}`,
        describePasskeys(history),
      ),
    undo: { impossible: 'Its key is deleted. Add the passkey again.' },
    live: [usersTopic],
  },
  /** Signed out on one device. Sessions that expire, or end without a connection to the server, leave no such event. */
  UserSignedOut: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => describe(nameUser(history), 'signed out'),
    undo: { impossible: 'An ended session cannot be restored. Sign in again.' },
    live: [usersTopic],
  },
})
export type UserEvent = EventOf<typeof userEvents>

/** Events of the stream `access`: whether people of a role need a second factor to sign in. */
export const accessEvents = defineEvents({
  SecondFactorRequired: {
    version: 1,
    data: z.strictObject({ role: z.enum(roles) }),
    sentence: ({ role }, history) =>
      describe(
        'signing in',
        `made ${rolesInPlural[role]} sign in with a second factor`,
        describeSecondFactorRule(history, role),
      ),
    undo: { effect: 'People of this role choose again whether they have a second factor.' },
    live: [usersTopic],
  },
  SecondFactorMadeOptional: {
    version: 1,
    data: z.strictObject({ role: z.enum(roles) }),
    sentence: ({ role }, history) =>
      describe(
        'signing in',
        `left it to ${rolesInPlural[role]} whether to sign in with a second factor`,
        describeSecondFactorRule(history, role),
      ),
    undo: { effect: 'People of this role need a second factor again.' },
    live: [usersTopic],
  },
})
export type AccessEvent = EventOf<typeof accessEvents>

export const rejectionReasons = [
  ...(['throttled', 'not-allowed', 'wrong-password'] as const),
  ...(['ended-password', 'wrong-link', 'wrong-token', 'unknown-passkey'] as const),
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** The number of attempts from one network within a quarter of an hour, up to this one. */
const attemptCount = { network: z.string(), times: z.int().min(1) }

/** The name of the user whose name or address was typed; undefined where no user has it. */
const nameAttempted = (userId: string | null, history: History): string | undefined =>
  userId === null ? undefined : (findPerson(history.of(`user-${userId}`))?.fullName ?? 'someone')

/**
 * Events of the streams `attempt-<id>`. The typed text is not stored: people type passwords into the wrong field. A
 * keyed digest of it shows whether two attempts were for the same name.
 */
export const attemptEvents = defineEvents({
  /**
   * Recorded in a stream of its own. `userId` is null where no user has the typed name. `name` is the digest, under a
   * key of its own, so that forgetting the person of that name deletes it too; null then, and in the first version.
   * `times` is the number of attempts for this name within a quarter of an hour, as far as the backend knows.
   */
  SignInFailed: {
    version: 2,
    data: z.strictObject({ userId: z.string().nullable(), name: z.string().nullable(), times: z.int().min(1) }),
    personal: { name: { forgotten: null } },
    upcast: { 1: (data: { userId: string | null }) => ({ ...data, name: null, times: 1 }) },
    sentence: ({ userId, name: digest, times }, history) => {
      const name = nameAttempted(userId, history)
      const again = times > 1 ? `, attempt ${times} for the same name within a quarter of an hour` : ''
      if (name) return { text: `failed to sign in as ${name}${again}`, subject: name }
      // The mark is short enough for people to compare it, and to search the audit for it.
      const mark = digest === null ? '' : ` (name ${digest.slice(0, 6)})`
      return { text: `failed to sign in with a username that no one has${mark}${again}`, subject: 'an unknown account' }
    },
    undo: { impossible: 'It was only an attempt, which changed nothing.' },
    live: [usersTopic],
  },
  /**
   * Recorded in a stream of its own, whose id the mailed link follows from. `userId` is null where no user has the
   * typed address.
   */
  PasswordResetRequested: {
    version: 1,
    data: z.strictObject({ userId: z.string().nullable() }),
    sentence: ({ userId }, history) => {
      const name = nameAttempted(userId, history)
      return name
        ? { text: `asked for a link to set a new password for ${name}`, subject: name }
        : {
            text: 'asked for a link to set a new password, for an address that no user has',
            subject: 'an unknown account',
          }
    },
    undo: { impossible: 'The email has been sent. Its link expires after an hour.' },
    live: [usersTopic],
  },
  /**
   * Recorded for the first, tenth, hundredth… attempt within a quarter of an hour, so that the stream stays short.
   * `call` is the endpoint (`POST /api/gate`), `userId` the user whose name was typed, if there is one, and `network` a
   * keyed digest. Attempts with wrong tokens are counted over all calls, and `call` is one of them. Earlier versions
   * knew fewer reasons.
   */
  AttemptRefused: {
    version: 3,
    data: z.strictObject({
      call: z.string(),
      reason: z.enum(rejectionReasons),
      userId: z.string().nullable(),
      ...attemptCount,
    }),
    upcast: { 1: (data) => data, 2: (data) => data },
    sentence: ({ call, reason, userId, network, times }, history) => {
      const name = nameAttempted(userId, history)
      const action = `${describeAction(call, history)}${name ? ` as ${name}` : ''}`
      return { text: rejectionWords[reason](action) + describeTimes(times, network), subject: name ?? 'attempts' }
    },
    undo: { impossible: 'It was only an attempt, which changed nothing.' },
    live: [usersTopic],
  },
  /** The test password was right. It is counted as AttemptRefused is. */
  GateOpened: {
    version: 1,
    data: z.strictObject(attemptCount),
    sentence: ({ times, network }) =>
      describe('the testing gate', `passed the testing gate${describeTimes(times, network)}`),
    undo: { impossible: 'It was only an attempt, which changed nothing.' },
    live: [usersTopic],
  },
})
export type AttemptEvent = EventOf<typeof attemptEvents>

/** Events of the stream `audit`. */
export const auditEvents = defineEvents({
  AuditExported: {
    version: 1,
    data: z.strictObject({}),
    sentence: () => describe('the audit', 'exported the audit'),
    undo: { impossible: 'The file has been downloaded.' },
    live: [usersTopic],
  },
})
export type AuditEvent = EventOf<typeof auditEvents>

const replayedFrom = z.enum(['screen', 'command'])

/** Events of the stream `replay`, in which the read models are made again from the log and compared. */
export const replayEvents = defineEvents({
  /** `differences` counts rows. With `applied` the rows from the log replaced the stored ones. */
  ReplayFinished: {
    version: 1,
    data: z.strictObject({ from: replayedFrom, events: z.int(), differences: z.int(), applied: z.boolean() }),
    sentence: ({ events, differences, applied }) => {
      const all = `all lists of the site from ${count(events, 'event', 'events')}`
      const outcome = differences === 0 ? 'nothing differed' : `${count(differences, 'row', 'rows')} differed`
      return { text: applied ? `rebuilt ${all}: ${outcome}` : `compared ${all}: ${outcome}`, subject: 'the data check' }
    },
    undo: { impossible: 'The rows follow from the log; nothing of it changed.' },
    live: [usersTopic],
  },
  ReplayFailed: {
    version: 1,
    data: z.strictObject({ from: replayedFrom }),
    sentence: () => describe('the data check', 'could not finish comparing all lists of the site'),
    undo: { impossible: 'It was only an attempt, which changed nothing.' },
    live: [usersTopic],
  },
})
export type ReplayEvent = EventOf<typeof replayEvents>

/** Events of the stream `forgetting`. */
export const forgettingEvents = defineEvents({
  /** Personal data became unreadable. `subjects` names its owners by kind and id, which reveals nothing of a person. */
  PersonForgotten: {
    version: 1,
    data: z.strictObject({ subjects: z.array(z.string()) }),
    sentence: ({ subjects }) =>
      describe(
        'a forgotten person',
        `forgot a person for good: ${count(subjects.length, 'record', 'records')} can no longer be read`,
      ),
    undo: { impossible: 'The keys are deleted. No one can read the data again.' },
    live: everythingWithNames,
  },
})
export type ForgettingEvent = EventOf<typeof forgettingEvents>

/** The person who asks has a key of their own here, because their other data belongs to a team, a sign-up or a user. */
const asker = { forgotten: '', subject: (_: object, stream: string) => `${stream}/contact` }

/**
 * Events of the streams `erasure-<id>`: a person asked, with a private link that was mailed to them, to be forgotten.
 */
export const erasureEvents = defineEvents({
  /** Ends automatically at `until`. The event PersonForgotten records that they were forgotten. */
  ForgettingRequested: {
    version: 1,
    data: z.strictObject({ email: z.string(), until: z.iso.datetime() }),
    personal: { email: asker },
    sentence: ({ email }) =>
      describe(email === '' ? 'a forgotten person' : email, 'asked with a private link to be forgotten'),
    undo: { impossible: 'A TD answers it: forget them, or decline with a reason.' },
    live: [usersTopic],
  },
  /** `reason` is mailed to the person as it is. */
  ForgettingDeclined: {
    version: 1,
    data: z.strictObject({ reason: z.string() }),
    personal: { reason: asker },
    sentence: ({ reason }, history) => {
      const request = history.earlier.findLast(({ type }) => type === 'ForgettingRequested')?.data as { email?: string }
      return {
        text: `declined to forget someone${reason === '' ? '' : `: “${reason}”`}`,
        was: 'waiting for an answer',
        subject: request?.email || 'a forgotten person',
      }
    },
    undo: { impossible: 'The email has been sent. They can still be forgotten.' },
    live: [usersTopic],
  },
})
export type ErasureEvent = EventOf<typeof erasureEvents>

/** One file of a photo: its bytes are stored beside the log, under their SHA-256. */
const photoFile = z.strictObject({
  hash: z.string(),
  type: z.enum(photoTypes),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})
export type PhotoFile = z.infer<typeof photoFile>

/** Stored under the key of the user who added the photo, or under the photo's own where that user is unknown. */
const personalTitle = {
  forgotten: 'A photo',
  subject: ({ by }: { by: string | null }, stream: string) => (by === null ? `${stream}/title` : `user-${by}/person`),
}
/** The first version named no user, and its title was in clear text. */
const withoutUser = (photo: object) => ({ ...photo, by: null })

/** Events of the streams `photo-<id>`. `by` is the user who added the photo: its titles are theirs. */
const photoEvents = defineEvents({
  PhotoAdded: {
    version: 2,
    data: z.strictObject({
      title: z.string(),
      by: z.string().nullable(),
      placeholder: z.string(),
      files: z.array(photoFile).min(1),
    }),
    personal: { title: personalTitle },
    upcast: { 1: withoutUser },
    sentence: ({ title }) => describe(title, `added the photo “${title}”`),
    undo: { effect: 'The photo is deleted with its files.' },
    live: [photosTopic],
  },
  PhotoRenamed: {
    version: 2,
    data: z.strictObject({ title: z.string(), by: z.string().nullable() }),
    personal: { title: personalTitle },
    upcast: { 1: withoutUser },
    sentence: ({ title }, history) => describe(title, `renamed a photo to “${title}”`, namePhoto(history)),
    undo: { effect: 'The photo has its earlier title.' },
    live: [photosTopic],
  },
  PhotoDeleted: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(namePhoto(history), `deleted the photo “${namePhoto(history)}”`, 'shown on the home page'),
    undo: { impossible: 'Its files are deleted. Upload the photo again.' },
    live: [photosTopic],
  },
})
export type PhotoEvent = EventOf<typeof photoEvents>

/** Events of the streams `announcement-<id>`. */
export const announcementEvents = defineEvents({
  /**
   * Shown on every page, until `until` or until it is taken back. `mail` names the groups that get it by email; it is
   * empty where the announcement was published before. `at` is when it was first published.
   */
  AnnouncementPublished: {
    version: 1,
    data: z.strictObject({
      text: z.string(),
      level: z.enum(announcementLevels),
      until: z.iso.datetime().nullable(),
      mail: z.array(z.enum(mailGroups)),
      at: z.iso.datetime(),
    }),
    sentence: ({ text, level, mail }, history) => {
      const mailed = mail.length === 0 ? '' : `, with an email to ${mail.join(' and ')}`
      const what = level === 'warning' ? 'warning' : 'announcement'
      const isBack = findAnnouncementText(history) !== undefined
      return describe(
        toExcerpt(text),
        `published the ${what} “${inOneLine(text)}”${isBack ? ' again' : mailed}`,
        isBack ? 'taken back' : undefined,
      )
    },
    undo: { effect: 'The announcement is taken back. Its mail is not sent, if it still waits.' },
    live: [announcementsTopic],
  },
  AnnouncementTakenBack: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) => {
      const text = findAnnouncementText(history)
      return describe(
        text === undefined ? 'an announcement' : toExcerpt(text),
        `took back the announcement${text === undefined ? '' : ` “${text}”`}`,
        'shown on every page',
      )
    },
    undo: { effect: 'The announcement is shown again. No one is mailed again.' },
    live: [announcementsTopic],
  },
})
export type AnnouncementEvent = EventOf<typeof announcementEvents>

/** The year of the stream `edition-2026`. */
const yearIn = (stream: string): string => stream.slice('edition-'.length)

const copyLabels = { slots: 'the dinner slots', rules: 'the game rules', venue: 'the venue' } as const

/** Events of the streams `edition-<year>`. */
export const editionEvents = defineEvents({
  /**
   * Visitors do not see it yet. `after` is the current edition, and `copy` names what is copied from that one.
   */
  EditionStarted: {
    version: 1,
    data: z.strictObject({ after: z.string(), settings: editionSettings, copy: z.array(z.enum(copies)) }),
    sentence: ({ after, copy }, { stream }) => {
      const what = copy.length === 0 ? '' : `, with ${copy.map((one) => copyLabels[one]).join(', ')} of ${after}`
      return describe(`edition ${yearIn(stream)}`, `started the ${yearIn(stream)} edition${what}`, 'not there')
    },
    undo: { effect: 'The edition is removed, with what was copied into it, until someone signs up for it.' },
    live: [editionTopic],
  },
  /** `former` is the edition that visitors saw until then. */
  EditionPublished: {
    version: 1,
    data: z.strictObject({ former: z.string() }),
    sentence: ({ former }, { stream }) =>
      describe(`edition ${yearIn(stream)}`, `published the ${yearIn(stream)} edition`, `visitors saw ${former}`),
    undo: { effect: 'Visitors see the former edition again, until someone signs up for this one.' },
    live: everythingOfEditions,
  },
  EditionUnpublished: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, { stream }) =>
      describe(`edition ${yearIn(stream)}`, `took back the ${yearIn(stream)} edition`, 'published'),
    undo: { effect: 'The edition is published again.' },
    live: everythingOfEditions,
  },
  EditionRemoved: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, { stream }) =>
      describe(`edition ${yearIn(stream)}`, `removed the ${yearIn(stream)} edition`, 'started'),
    undo: { impossible: 'What was copied into it is gone. Start the edition again.' },
    live: everythingOfEditions,
  },
  /** `to` holds the changed settings, and `from` their values before. */
  EditionSettingsChanged: {
    version: 1,
    data: z.strictObject({ to: editionSettings, from: editionSettings }),
    sentence: (data, { stream }) => {
      const { text, was } = describeSettings(data)
      return describe(`tournament settings of ${yearIn(stream)}`, `set ${text}`, was)
    },
    undo: { effect: 'The settings are what they were before. Captains whose teams move are mailed again.' },
    live: [editionTopic, { topic: 'teams', audience: 'everyone' }],
  },
})
export type EditionEvent = EventOf<typeof editionEvents>

/** Events of the streams `message-<id>`. The recipients are stored beside the log, without addresses. */
export const messageEvents = defineEvents({
  /**
   * The message waits a minute before it is sent. `to` names groups, and `recipients` is the number of their mailboxes.
   */
  MessageSubmitted: {
    version: 1,
    data: z.strictObject({
      to: z.array(z.string()).min(1),
      subject: z.string(),
      text: z.string(),
      recipients: z.int().min(1),
    }),
    sentence: ({ to, subject, recipients }) =>
      describe(
        toExcerpt(subject),
        `wrote the message “${subject}” to ${describeGroups(to)} (${count(recipients, 'person', 'people')})`,
      ),
    undo: { effect: 'The message is canceled, if it has not been sent.' },
    live: [messagesTopic],
  },
  MessageCancelled: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(toExcerpt(nameMessage(history)), `canceled the message “${nameMessage(history)}”`, 'waiting to be sent'),
    undo: { impossible: 'No email was sent. Write the message again.' },
    live: [messagesTopic],
  },
  /** From now on emails may have left. */
  MessageSendingStarted: {
    version: 1,
    data: z.strictObject({}),
    sentence: (_, history) =>
      describe(
        toExcerpt(nameMessage(history)),
        `began to send the message “${nameMessage(history)}”`,
        'waiting to be sent',
      ),
    undo: { impossible: 'Its emails are being sent.' },
    live: [messagesTopic],
  },
  /** Each of its emails has left or failed. */
  MessageSent: {
    version: 1,
    data: z.strictObject({ sent: z.int(), failed: z.int() }),
    sentence: ({ sent, failed }, history) => {
      const failures = failed === 0 ? '' : `; ${count(failed, 'email', 'emails')} failed`
      return describe(
        toExcerpt(nameMessage(history)),
        `sent the message “${nameMessage(history)}” to ${count(sent, 'person', 'people')}${failures}`,
        'being sent',
      )
    },
    undo: { impossible: 'Its emails have been sent.' },
    live: [messagesTopic],
  },
})
export type MessageEvent = EventOf<typeof messageEvents>

const reminderKind = z.enum(reminderKinds)
const reminderSettings = z
  .strictObject({ at: z.iso.datetime().nullable(), paused: z.boolean(), extra: z.string() })
  .partial()

/** Events of the streams `reminders-<year>`. The outcome of each email is stored beside the log, without addresses. */
export const reminderEvents = defineEvents({
  /** `to` holds the changed settings, and `from` their values before. `at` is null for the usual time. */
  ReminderSettingsChanged: {
    version: 1,
    data: z.strictObject({ kind: reminderKind, to: reminderSettings, from: reminderSettings }),
    sentence: ({ kind, ...change }) => {
      const { text, was } = describeReminder(kind, change)
      return describe(nameReminder[kind], text, was)
    },
    undo: { effect: 'The reminder is set as it was before, as long as it is not sent.' },
    live: [messagesTopic],
  },
  /** The time of a reminder came, or a director sent it. From now on emails may have left. */
  ReminderSendingStarted: {
    version: 1,
    data: z.strictObject({ kind: reminderKind, recipients: z.int() }),
    sentence: ({ kind, recipients }) =>
      describe(
        nameReminder[kind],
        `began to send ${nameReminder[kind]} (${count(recipients, 'person', 'people')})`,
        'planned',
      ),
    undo: { impossible: 'Its emails are being sent, and cannot be called back.' },
    live: [messagesTopic],
  },
  /** Each of its emails has left or failed. */
  ReminderSent: {
    version: 1,
    data: z.strictObject({ kind: reminderKind, sent: z.int(), failed: z.int() }),
    sentence: ({ kind, sent, failed }) => {
      const failures = failed === 0 ? '' : `; ${count(failed, 'email', 'emails')} failed`
      return describe(
        nameReminder[kind],
        `sent ${nameReminder[kind]} to ${count(sent, 'person', 'people')}${failures}`,
        'being sent',
      )
    },
    undo: { impossible: 'Its emails have been sent, and cannot be called back.' },
    live: [messagesTopic],
  },
})
export type ReminderEvent = EventOf<typeof reminderEvents>

/** Events of the streams `unsubscription-<id>`, each from an unsubscription to the next subscription of a mailbox. */
export const unsubscriptionEvents = defineEvents({
  /** `mailbox` is a digest, under a key of its own, so that forgetting the person of that mailbox deletes it too. */
  Unsubscribed: {
    version: 1,
    data: z.strictObject({ mailbox: z.string() }),
    personal: { mailbox: { forgotten: '' } },
    sentence: () => describe('a subscriber', 'unsubscribed from messages of staff'),
    undo: { impossible: 'It is theirs to decide. The link in their email lets messages come again.' },
    live: [],
  },
  SubscribedAgain: {
    version: 1,
    data: z.strictObject({}),
    sentence: () => describe('a subscriber', 'subscribed to messages of staff again', 'unsubscribed'),
    undo: { impossible: 'It is theirs to decide. The link in their email ends messages again.' },
    live: [],
  },
})
export type UnsubscriptionEvent = EventOf<typeof unsubscriptionEvents>

/** Every event of this module. */
export const staffEvents = defineEvents({
  ...userEvents,
  ...accessEvents,
  ...attemptEvents,
  ...auditEvents,
  ...replayEvents,
  ...forgettingEvents,
  ...erasureEvents,
  ...photoEvents,
  ...announcementEvents,
  ...editionEvents,
  ...messageEvents,
  ...reminderEvents,
  ...unsubscriptionEvents,
})
export type StaffEvent = EventOf<typeof staffEvents>
