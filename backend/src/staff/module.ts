import type { ActorSubjects } from '@ultimate/event-store/people.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import { staffErrors } from '@ultimate/events/staff/api.ts'
import { type StaffEvent, staffEvents } from '@ultimate/events/staff/events.ts'
import { rateLimits } from '../platform/database/rate-limits.ts'
import type { Route } from '../platform/http/http-route.ts'
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
import {
  auditKindsRoute,
  auditPeopleRoute,
  auditRoute,
  exportAuditRoute,
  signupHistoryRoute,
  teamHistoryRoute,
} from './read/audit/audit.route.ts'
import { deskRoutes } from './read/desk.route.ts'
import { archiveRoute, editionRoutes } from './read/edition.route.ts'
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
import {
  announcementsRoute,
  audienceRoute,
  publishAnnouncementRoute,
  takeBackAnnouncementRoute,
} from './write/announcements.route.ts'
import {
  changeEditionRoute,
  publishEditionRoute,
  removeEditionRoute,
  startEditionRoute,
  uploadLogoRoute,
} from './write/edition.route.ts'
import {
  declineForgettingRoute,
  forgetPersonRoute,
  forgetRequestsRoute,
  requestForgettingRoute,
} from './write/forgetting/forgetting.route.ts'
import { cancelMessageRoute, messageGroupsRoute, messagesRoute, sendMessageRoute } from './write/messages.route.ts'
import {
  addPhotoRoute,
  deletePhotoRoute,
  listPhotosRoute,
  logoFileRoute,
  photoFileRoute,
  renamePhotoRoute,
} from './write/photos.route.ts'
import { changeReminderRoute, reminderSampleRoute, remindersRoute, sendReminderRoute } from './write/reminders.route.ts'
import { whenEditionStartedOrRemovedThenFinish } from './write/rollover.ts'
import { attemptNotes, failedSignIns } from './write/sign-in/note-attempt.ts'
import {
  addPasskeyRoute,
  beginPasskeyRoute,
  listPasskeysRoute,
  removePasskeyRoute,
} from './write/sign-in/passkeys.route.ts'
import {
  addSecondFactorRoute,
  beginSecondFactorRoute,
  listSecondFactorRolesRoute,
  readSecondFactorRoute,
  removeSecondFactorOfRoute,
  removeSecondFactorRoute,
  renewRecoveryCodesRoute,
  requireSecondFactorRoute,
} from './write/sign-in/second-factor.route.ts'
import {
  beginPasskeySignInRoute,
  devicesRoute,
  passkeySignInRoute,
  revokeDeviceRoute,
  signInRoute,
  signOutRoute,
} from './write/sign-in/sign-in.route.ts'
import { subscribeAgainRoute, unsubscribeRoute } from './write/unsubscription.route.ts'
import {
  changePasswordRoute,
  renewPasswordRoute,
  requestPasswordResetRoute,
  resetPasswordRoute,
} from './write/users/passwords.route.ts'
import { addUserRoute, removeUserRoute, updateProfileRoute, usersRoute } from './write/users/users.route.ts'

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
    referencedCategories: ['user'],
    errors: staffErrors.registry,
    undo: staffUndo(platform),
    sumUpEvents: sumUpStaff,
    listWaiting: staffWaiting(platform),
    findAddressee: staffAddressee(platform),
    editions: { archive: async (edition) => ({ photos: await listPhotosOf(edition) }) },
    onAttempt: attemptNotes(platform),
    skippedInHistories: ['UserSignedIn', 'UserSignedOut'] satisfies StaffEvent['type'][],
    readModels: [users, signInRules, photos, erasures, announcements, editions, messages, reminders, unsubscriptions],
    routes: [
      signInRoute(platform, secrets),
      beginPasskeySignInRoute(platform, challenges),
      passkeySignInRoute(platform, secrets),
      signOutRoute(platform),
      devicesRoute(platform),
      revokeDeviceRoute(platform),
      usersRoute(platform),
      addUserRoute(platform),
      renewPasswordRoute(platform),
      removeUserRoute(platform),
      updateProfileRoute(platform),
      changePasswordRoute(platform, secrets),
      requestPasswordResetRoute(platform),
      resetPasswordRoute(platform, secrets),
      ...deskRoutes(platform),
      readSecondFactorRoute(platform),
      beginSecondFactorRoute(platform, deriveSetUp, attempts),
      addSecondFactorRoute(platform, deriveSetUp, attempts),
      renewRecoveryCodesRoute(platform, deriveSetUp, attempts),
      removeSecondFactorRoute(platform, attempts),
      removeSecondFactorOfRoute(platform),
      listPasskeysRoute(platform),
      beginPasskeyRoute(platform, challenges, attempts),
      addPasskeyRoute(platform, challenges),
      removePasskeyRoute(platform, attempts),
      listSecondFactorRolesRoute(platform),
      requireSecondFactorRoute(platform),
      auditRoute(platform),
      auditPeopleRoute(platform),
      teamHistoryRoute(platform),
      signupHistoryRoute(platform),
      auditKindsRoute(platform),
      exportAuditRoute(platform),
      replayAllRoute(platform),
      forgetPersonRoute(platform),
      requestForgettingRoute(platform),
      forgetRequestsRoute(platform),
      declineForgettingRoute(platform),
      undoRoute(platform),
      ...logRoutes(platform),
      ...photoRoutes(platform),
      announcementsRoute(platform),
      audienceRoute(platform),
      publishAnnouncementRoute(platform),
      takeBackAnnouncementRoute(platform),
      ...editionRoutes(platform),
      changeEditionRoute(platform),
      archiveRoute(platform),
      startEditionRoute(platform),
      publishEditionRoute(platform),
      removeEditionRoute(platform),
      uploadLogoRoute(platform),
      logoFileRoute(platform),
      messagesRoute(platform),
      messageGroupsRoute(platform),
      sendMessageRoute(platform),
      cancelMessageRoute(platform),
      remindersRoute(platform),
      reminderSampleRoute(platform),
      changeReminderRoute(platform),
      sendReminderRoute(platform),
      unsubscribeRoute(platform),
      subscribeAgainRoute(platform),
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
    actorSubjects: usersAsActors,
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
  }
}

const photoRoutes = (platform: Platform): Route[] => [
  listPhotosRoute(platform),
  photoFileRoute(platform),
  addPhotoRoute(platform),
  renamePhotoRoute(platform),
  deletePhotoRoute(platform),
]

/** The release token of a team also acts as staff, under a role of its own, but is no person. */
const usersAsActors: ActorSubjects = {
  subjectOf: ({ kind, id, role }) =>
    kind === 'staff' && id !== null && roles.some((one) => one === role) ? `user-${id}/person` : null,
  idOf: (subject) => /^user-(.+)\/person$/.exec(subject)?.[1] ?? null,
}
