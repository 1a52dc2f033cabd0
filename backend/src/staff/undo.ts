import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import * as announcement from '@ultimate/events/staff/announcement.ts'
import * as photo from '@ultimate/events/staff/change-photos.ts'
import * as edition from '@ultimate/events/staff/edition.ts'
import { staffEvents, type UserEvent } from '@ultimate/events/staff/events.ts'
import * as message from '@ultimate/events/staff/message.ts'
import * as reminder from '@ultimate/events/staff/reminder.ts'
import {
  publishEditionDecider,
  removeEditionDecider,
  unpublishEditionDecider,
} from '@ultimate/events/staff/rollover.ts'
import { describeLockedOut } from '@ultimate/events/staff/second-factor-api.ts'
import * as unsubscription from '@ultimate/events/staff/unsubscription.ts'
import * as user from '@ultimate/events/staff/user.ts'
import type { Platform } from '../platform/module.ts'
import { stateAfter } from '../platform/state-after.ts'
import {
  bindUndos,
  buildStep,
  type ModuleUndo,
  type ReasonAgainst,
  summarizeWith,
  type UndoContext,
  type UndoPlan,
  type UndoRules,
} from '../platform/undo.ts'
import { droppingMails } from './mails/group-mails.query.ts'
import { mailPrefix } from './mails/message.mail.ts'
import {
  accountByEmail,
  accountByUsername,
  hasSecondFactor,
  listUsers,
  readTds,
  withTdLock,
} from './read/users.view.ts'
import { restoringCredentials } from './secrets/credentials.ts'
import { beginningReset, endingResets, resetToken } from './secrets/password-resets.ts'
import { hashOfNoPassword, temporaryUntil } from './secrets/passwords.ts'
import { removingSecrets } from './secrets/user-secrets.ts'
import {
  summarizeAccess,
  summarizeAnnouncement,
  summarizeEdition,
  summarizeMessage,
  summarizePhoto,
  summarizeReminders,
  summarizeUnsubscription,
  summarizeUser,
} from './undo-summaries.ts'
import { isUsed } from './write/rollover.ts'
import {
  accessStream,
  type RequireSecondFactor,
  requireSecondFactorDecider,
  type SecondFactorRules,
} from './write/sign-in/require-second-factor.decider.ts'

const addressTaken = 'Someone else has their email address by now.'

function buildRuleStep(rules: SecondFactorRules, { hasOwn, now }: { readonly hasOwn: boolean; readonly now: Date }) {
  const command: RequireSecondFactor = { type: 'RequireSecondFactor', data: { rules, hasOwn }, metadata: { now } }
  return buildStep(requireSecondFactorDecider, { stream: accessStream, command })
}

// A namespace such as `user` has `evolve` and `initialState`, which fold events.
const userAfter = (events: readonly RecordedEvent[]) => stateAfter<user.UserState, UserEvent>(user, events)

/**
 * How each event of this module is undone; what undoes events of all modules stands in `undo/`.
 *
 * What staff see of a stream is its summary, which has named parts (`undo-summaries.ts`). Once a part that the event
 * changed has changed again, that prevents the undo. `preventedBy` lists the parts that count instead of these.
 */
const staffRules: UndoRules<typeof staffEvents, Platform> = {
  UserAdded: { preventedBy: ['Account'], plan: planRemoveUser },
  ProfileChanged: {
    plan: async ({ metadata: { stream } }, { platform: { sql }, earlierEvents, now }) => {
      const state = userAfter(earlierEvents)
      if (state.status !== 'active') return 'This account no longer exists.'
      const owner = await accountByEmail(sql, state.profile.email)
      if (owner && user.userStream(owner.user.id) !== stream) return addressTaken
      const command: user.UpdateProfile = { type: 'UpdateProfile', data: state.profile, metadata: { now } }
      const writes = [endingResets(stream.slice('user-'.length))]
      return { steps: [buildStep(user.updateProfileDecider, { stream, command, writes })] }
    },
  },
  SecondFactorRequired: {
    plan: async ({ data: { role } }, { now }) => ({
      // Only who requires a second factor needs one of their own.
      steps: [buildRuleStep({ [role]: false }, { hasOwn: false, now })],
    }),
  },
  SecondFactorMadeOptional: {
    plan: async ({ data: { role } }, { platform: { sql }, by, now, reads }) => {
      const usersWithout = (await reads.once(listUsers, sql)).filter((one) => one.role === role && !one.second_factor)
      return {
        steps: [buildRuleStep({ [role]: true }, { hasOwn: await hasSecondFactor(sql, by), now })],
        consequences: [describeLockedOut(usersWithout.map(({ full_name }) => full_name)) ?? []].flat(),
      }
    },
  },
  UserRemoved: { preventedBy: ['Account'], plan: planRestoreUser },
  UserRestored: { preventedBy: ['Account'], plan: planRemoveUser },
  PhotoAdded: {
    preventedBy: ['Photo'],
    plan: async ({ metadata: { stream } }, { now }) => ({
      steps: [
        buildStep(photo.deletePhotoDecider, { stream, command: { type: 'DeletePhoto', data: {}, metadata: { now } } }),
      ],
      consequences: ['Its files are deleted.'],
    }),
  },
  PhotoRenamed: {
    plan: async ({ metadata: { stream } }, { earlierEvents, now }) => {
      const state = stateAfter<photo.PhotoState, never>(photo, earlierEvents)
      if (state.status !== 'shown') return 'This photo is not there any more.'
      const command = { type: 'RenamePhoto', data: { title: state.title }, metadata: { now } } as const
      return { steps: [buildStep(photo.renamePhotoDecider, { stream, command })] }
    },
  },
  AnnouncementPublished: {
    preventedBy: ['Announcement'],
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'TakeBackAnnouncement', data: {}, metadata: { now } } as const
      return { steps: [buildStep(announcement.takeBackAnnouncementDecider, { stream, command })] }
    },
  },
  MessageSubmitted: {
    preventedBy: ['Message'],
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'CancelMessage', data: {}, metadata: { now } } as const
      const writes = [droppingMails(mailPrefix(message.messageIdOf(stream)))]
      return {
        steps: [buildStep(message.cancelMessageDecider, { stream, command, writes })],
        consequences: ['No one is mailed.'],
      }
    },
  },
  AnnouncementTakenBack: {
    preventedBy: ['Announcement'],
    plan: async ({ metadata: { stream } }, { earlierEvents, now }) => {
      const state = stateAfter<announcement.AnnouncementState, never>(announcement, earlierEvents)
      if (state.status === 'unknown' || announcement.isOver(state.notice.until, now))
        return 'It would have ended by now.'
      const command = { type: 'RestoreAnnouncement', data: {}, metadata: { now } } as const
      return {
        steps: [buildStep(announcement.restoreAnnouncementDecider, { stream, command })],
        consequences: ['No one is mailed again.'],
      }
    },
  },
  EditionStarted: {
    preventedBy: ['Edition'],
    plan: async ({ metadata: { stream } }, { platform, now }) => {
      const data = { isUsed: await isUsed(platform, edition.yearOf(stream)) }
      const command = { type: 'RemoveEdition', data, metadata: { now } } as const
      return {
        steps: [buildStep(removeEditionDecider, { stream, command })],
        consequences: ['What was copied into it is removed.'],
      }
    },
  },
  EditionPublished: {
    preventedBy: ['Edition'],
    plan: async ({ metadata: { stream } }, { platform, now }) => {
      const data = { isUsed: await isUsed(platform, edition.yearOf(stream)) }
      const command = { type: 'UnpublishEdition', data, metadata: { now } } as const
      return { steps: [buildStep(unpublishEditionDecider, { stream, command })] }
    },
  },
  EditionUnpublished: {
    preventedBy: ['Edition'],
    plan: async ({ metadata: { stream } }, { platform, now }) => {
      const data = { former: platform.current.edition }
      const command = { type: 'PublishEdition', data, metadata: { now } } as const
      return { steps: [buildStep(publishEditionDecider, { stream, command })] }
    },
  },
  EditionSettingsChanged: {
    plan: async ({ data, metadata: { stream } }, { platform, now }) => {
      const year = edition.yearOf(stream)
      const shownEdition = (await platform.editions()).find((one) => one.year === year)
      if (shownEdition?.state === 'past') return 'That tournament is over.'
      const command: edition.ChangeEditionSettings = {
        type: 'ChangeEditionSettings',
        data: { year, settings: data.from },
        metadata: { now },
      }
      return { steps: [buildStep(edition.changeEditionSettingsDecider, { stream, command })] }
    },
  },
  ReminderSettingsChanged: {
    plan: async ({ data, metadata: { stream } }, { platform: { facts }, now }) => {
      const { kind, from } = data
      if (from.at && new Date(from.at) <= now) return 'Its earlier time has passed.'
      const command: reminder.ChangeReminder = {
        type: 'ChangeReminder',
        data: { kind, settings: from, facts: await facts(reminder.yearOfReminders(stream)) },
        metadata: { now },
      }
      return { steps: [buildStep(reminder.changeReminderDecider, { stream, command })] }
    },
  },
}

type PlanContext = UndoContext<Platform>

async function planRemoveUser(
  { metadata: { stream } }: RecordedEvent,
  { platform: { sql }, now, by, reads }: PlanContext,
): Promise<UndoPlan> {
  const id = stream.slice('user-'.length)
  const tds = await reads.once(readTds, sql)
  const command: user.RemoveUser = { type: 'RemoveUser', data: { id, by, tds }, metadata: { now } }
  // The command names all TDs: another TD may have come or gone before the lock is held.
  const within = (work: () => Promise<void>) =>
    withTdLock(sql, async (lockedTds) => (String(lockedTds) === String(tds) ? work() : platformErrors.fail('STALE')))
  return {
    steps: [buildStep(user.removeUserDecider, { stream, command, writes: removingSecrets(id), within })],
    consequences: ['They are signed out on every device, and their password is deleted.'],
  }
}

async function planRestoreUser(
  { metadata: { stream } }: RecordedEvent,
  { platform: { sql, configuration }, earlierEvents, now }: PlanContext,
): Promise<UndoPlan | ReasonAgainst> {
  const state = userAfter(earlierEvents)
  // The state lacks the username, which this event has.
  const lastAddition = (earlierEvents as readonly RecordedEvent<UserEvent>[]).findLast(
    ({ type }) => type === 'UserAdded' || type === 'UserRestored',
  )
  if (state.status !== 'active' || !lastAddition || !('role' in lastAddition.data))
    return 'This account no longer exists.'
  const { role, verified, profile } = state
  const { username } = lastAddition.data.person
  if (profile.email === '') return 'The person it was about has been forgotten.'
  if (await accountByUsername(sql, username)) return `Someone else has the username “${username}” by now.`
  if (await accountByEmail(sql, profile.email)) return addressTaken
  const [userId, key] = [stream.slice('user-'.length), randomUUID()]
  // Seconds since 1970 exceed the generation of every earlier token, which counted changes of the password.
  const generation = Math.floor(now.getTime() / 1000)
  const data = { person: { username, ...profile }, role, verified, key }
  const command: user.RestoreUser = { type: 'RestoreUser', data, metadata: { now } }
  const token = resetToken(configuration.authSecret, key)
  const writes = [
    restoringCredentials({ userId, hash: await hashOfNoPassword(), newGeneration: generation }),
    beginningReset(token, { userId, generation }, now, temporaryUntil(now)),
  ]
  return {
    steps: [buildStep(user.restoreUserDecider, { stream, command, writes })],
    consequences: [
      configuration.smtpUrl === null
        ? 'This site sends no email: make a new password for them. Second factor and passkeys stay removed.'
        : 'They get an email with a link to choose a new password. Second factor and passkeys stay removed.',
    ],
  }
}

export const staffUndo = (platform: Platform): ModuleUndo => ({
  rules: bindUndos(platform, staffEvents, staffRules),
  summaries: {
    user: summarizeWith(user, summarizeUser, { presence: 'Account' }),
    access: summarizeWith(requireSecondFactorDecider, summarizeAccess),
    photo: summarizeWith(photo, summarizePhoto, { presence: 'Photo' }),
    announcement: summarizeWith(announcement, summarizeAnnouncement, { presence: 'Announcement' }),
    edition: summarizeWith(edition, summarizeEdition),
    message: summarizeWith(message, summarizeMessage, { presence: 'Message' }),
    reminders: summarizeWith(reminder, summarizeReminders),
    unsubscription: summarizeWith(unsubscription, summarizeUnsubscription),
  },
  findEdition: () => null,
})
