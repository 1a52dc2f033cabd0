import type { ActorSubjects } from '@ultimate/event-store/people.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import { type StaffEvent, staffEvents } from '@ultimate/events/staff/events.ts'
import { rateLimits } from '../platform/database/rate-limits.ts'
import type { Module, Platform } from '../platform/module.ts'
import { staffAddressee, staffWaiting, sumUpStaff } from './desk.ts'
import { whenAnnouncementPublishedThenMail } from './mails/announcement.mail.ts'
import { whenForgettingDeclinedThenMail } from './mails/forgetting-declined.mail.ts'
import { groupMailsTable } from './mails/group-mails.query.ts'
import { whenDinnerFinishedThenMailHead } from './mails/log-head.mail.ts'
import { mailedHeadsTable } from './mails/mailed-heads.query.ts'
import { whenMessageSubmittedThenMail } from './mails/message.mail.ts'
import { whenPasswordResetRequestedThenMailLink } from './mails/password-reset.mail.ts'
import { whenReminderStartedThenMail } from './mails/reminder.mail.ts'
import { whenUserAddedThenMailPassword } from './mails/user-added.mail.ts'
import { whenPhotoDeletedThenDropFiles } from './photos/drop-files.ts'
import { photoFilesTable } from './photos/photo-files.query.ts'
import { announcements } from './read/announcements.view.ts'
import { auditRoutes } from './read/audit/audit.route.ts'
import { deskRoutes } from './read/desk.route.ts'
import { editionReadRoutes } from './read/edition.route.ts'
import { editions } from './read/editions.view.ts'
import { erasures } from './read/erasures.view.ts'
import { logRoutes } from './read/log.route.ts'
import { messages, unsubscriptions } from './read/messages.view.ts'
import { listPhotosOf, photos } from './read/photos.view.ts'
import { reminders } from './read/reminders.view.ts'
import { replayAllRoute } from './read/replay.route.ts'
import { auditMarksTable } from './read/since.query.ts'
import { signInRules, users } from './read/users.view.ts'
import { credentialsTable } from './secrets/credentials.ts'
import { knownDevices } from './secrets/known-device.ts'
import { passkeyChallenges, passkeysTable, usedChallengesTable } from './secrets/passkeys.ts'
import { passwordResetsTable } from './secrets/password-resets.ts'
import { recoveryCodesTable, secondFactorsTable, setUpDeriver } from './secrets/second-factors.ts'
import { secondStep } from './secrets/second-step.ts'
import { sessionsTable } from './secrets/sessions.ts'
import { signInAttempts } from './secrets/sign-in-attempts.ts'
import { createTokens } from './secrets/tokens.ts'
import { undoRoute } from './undo/undo.route.ts'
import { staffUndo } from './undo.ts'
import { announcementRoutes } from './write/announcements.route.ts'
import { editionRoutes } from './write/edition.route.ts'
import { forgettingRoutes } from './write/forgetting/forgetting.route.ts'
import { messageRoutes } from './write/messages.route.ts'
import { photoRoutes } from './write/photos.route.ts'
import { reminderRoutes } from './write/reminders.route.ts'
import { whenEditionStartedOrRemovedThenFinish } from './write/rollover.ts'
import { attemptNotes, failedSignIns } from './write/sign-in/note-attempt.ts'
import { passkeyRoutes } from './write/sign-in/passkeys.route.ts'
import { secondFactorRoutes } from './write/sign-in/second-factor.route.ts'
import { signInRoutes } from './write/sign-in/sign-in.route.ts'
import { unsubscriptionRoutes } from './write/unsubscription.route.ts'
import { passwordRoutes } from './write/users/passwords.route.ts'
import { userRoutes } from './write/users/users.route.ts'

// For the programs in `backend/src`.
export { authenticator } from './authenticator.ts'
export { openEditions } from './editions.ts'
export { endUnreadableAccounts, ensureFirstTd } from './first-td.ts'
export { mailHeadsDaily } from './mails/log-head.mail.ts'
export { holdRemindersAfterRestore, remindWhenDue } from './mails/reminder.mail.ts'
export { recordReplay } from './read/replay.route.ts'
export { forgetPerson } from './write/forgetting/forget-person.ts'
export { unlockUser } from './write/sign-in/second-factor.route.ts'

export function staff(platform: Platform): Module {
  const { sql, configuration } = platform
  const tokens = createTokens(configuration.authSecret)
  const attempts = signInAttempts(rateLimits(sql, configuration.authSecret))
  const deriveSetUp = setUpDeriver(configuration.authSecret)
  const checkSecondStep = secondStep(platform, deriveSetUp, attempts)
  const challenges = passkeyChallenges(configuration.authSecret)
  const devices = knownDevices(configuration.authSecret)
  const failed = failedSignIns(platform)
  const secrets = { tokens, attempts, devices, checkSecondStep, challenges, failed }
  return {
    name: 'staff',
    description: 'Signing in, users, photos and the audit',

    events: staffEvents,
    categories: [
      'user',
      'access',
      'attempt',
      'audit',
      'replay',
      'forgetting',
      'erasure',
      'photo',
      'announcement',
      'edition',
      'message',
      'reminders',
      'unsubscription',
    ],
    // Events of other streams have `userId`, so an index finds them for a user's history.
    referencedCategories: ['user'],
    // Events name users as their actors: the store encrypts these names as personal data of the users.
    actorSubjects: usersAsActors,
    readModels: [users, signInRules, photos, erasures, announcements, editions, messages, reminders, unsubscriptions],
    tables: [
      credentialsTable,
      photoFilesTable,
      mailedHeadsTable,
      groupMailsTable,
      sessionsTable,
      passwordResetsTable,
      secondFactorsTable,
      recoveryCodesTable,
      passkeysTable,
      usedChallengesTable,
      auditMarksTable,
    ],

    errors: staffErrors.registry,
    routes: [
      ...signInRoutes(platform, secrets),
      ...userRoutes(platform),
      ...passwordRoutes(platform, secrets),
      ...deskRoutes(platform),
      ...secondFactorRoutes(platform, deriveSetUp, attempts),
      ...passkeyRoutes(platform, challenges, attempts),
      ...auditRoutes(platform),
      replayAllRoute(platform),
      ...forgettingRoutes(platform),
      undoRoute(platform),
      ...logRoutes(platform),
      ...photoRoutes(platform),
      ...announcementRoutes(platform),
      ...editionReadRoutes(platform),
      ...editionRoutes(platform),
      ...messageRoutes(platform),
      ...reminderRoutes(platform),
      ...unsubscriptionRoutes(platform),
    ],
    automations: [
      whenEditionStartedOrRemovedThenFinish(platform),
      whenAnnouncementPublishedThenMail(platform),
      whenMessageSubmittedThenMail(platform),
      whenReminderStartedThenMail(platform),
      whenUserAddedThenMailPassword(platform),
      whenPasswordResetRequestedThenMailLink(platform),
      whenForgettingDeclinedThenMail(platform),
      whenPhotoDeletedThenDropFiles(platform),
      whenDinnerFinishedThenMailHead(platform),
    ],
    // After each API call: records rejected attempts, such as a wrong password.
    onAttempt: attemptNotes(platform),

    // For the audit. Histories are loaded without frequent events on which no other event's sentence depends.
    undo: staffUndo(platform),
    skippedInHistories: ['UserSignedIn', 'UserSignedOut'] satisfies StaffEvent['type'][],

    // For the Desk: what changed, what waits for a TD, and whom an email did not reach.
    sumUpEvents: sumUpStaff,
    listWaiting: staffWaiting(platform),
    findAddressee: staffAddressee(platform),

    // For editions: what past ones show.
    editions: { archive: async (edition) => ({ photos: await listPhotosOf(edition) }) },

    // For forgetting a person: what becomes of the personal fields of each subject. A request names the person by an
    // address, or as `{ user: <id> }` with the `referenceKey`. The sentences name all personal fields of the events, so
    // add each new one.
    personalData: {
      'user/person': {
        referenceKey: 'user',
        unreadable:
          'The user’s name, username and e-mail address, the names of their passkeys and the titles of their photos',
        remains: 'What the user did, as the deeds of a forgotten person',
      },
      'attempt/name': {
        unreadable: 'That it was their name which was typed at a failed sign-in',
        remains: 'That a sign-in failed',
      },
      'erasure/contact': {
        unreadable: 'Their request to be forgotten, and the answer to it',
        remains: 'That a person asked to be forgotten',
      },
      'unsubscription/mailbox': {
        unreadable: 'That their mailbox unsubscribed from messages of staff',
        remains: 'That someone unsubscribed',
      },
      'photo/title': { unreadable: 'The title of a photo', remains: 'The photo' },
    },
  }
}

/** The release token of a team also acts as staff, under a role of its own, but is no person. */
const usersAsActors: ActorSubjects = {
  subjectOf: ({ kind, id, role }) =>
    kind === 'staff' && id !== null && roles.some((one) => one === role) ? `user-${id}/person` : null,
  idOf: (subject) => /^user-(.+)\/person$/.exec(subject)?.[1] ?? null,
}
