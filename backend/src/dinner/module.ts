import type { Automation } from '@ultimate/event-store/automation.ts'
import type { ReadModel } from '@ultimate/event-store/read-model.ts'
import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { formMarkErrors } from '@ultimate/events/language/text/form-mark.ts'
import { buildEdition, inEdition } from '../platform/edition.ts'
import type { Route } from '../platform/http/http-route.ts'
import { mailboxQuotaTable } from '../platform/mail/mailbox-quota.ts'
import type { Module, Platform } from '../platform/module.ts'
import { dinnerAddressee } from './addressee.ts'
import { copiedSlots } from './copied-slots.ts'
import {
  whenSignupWithdrawnThenFreePlace,
  whenSlotDeletedThenCancelSignups,
  whenWalkedInThenCheckIn,
} from './follow-ups.ts'
import { whenLinkRequestedThenMailLink } from './mails/link-requested.mail.ts'
import { whenVolunteerLinkRevokedThenMailLink } from './mails/link-revoked.mail.ts'
import { whenPlanChangedThenNoticePlan } from './mails/notice-plan-changes.ts'
import { whenPlanNoticedThenMailVolunteer } from './mails/plan-changed.mail.ts'
import { whenSignedUpThenMailLink } from './mails/signed-up.mail.ts'
import { volunteerReminders } from './mails/volunteer-reminder.ts'
import { boardRoutes } from './read/board/board.query.ts'
import { checkIns } from './read/check-ins.view.ts'
import { claims, volunteerLinks } from './read/claims.view.ts'
import { boardIndexes } from './read/replay/board-events.ts'
import { replayRoutes } from './read/replay/replay.route.ts'
import { sessions } from './read/session.view.ts'
import { signupNotes } from './read/signup-notes.view.ts'
import { clearDeviceRoute, readSignupRoute, signupReadRoutes } from './read/signups.route.ts'
import { hasSignups, readEditionsOfSlots, signups, slots } from './read/signups.view.ts'
import { teams } from './read/teams.view.ts'
import { readTeamsWithDishes, readVolunteers } from './read/volunteers.query.ts'
import { type PrivateLinks, privateLinks, readLinkGeneration } from './secrets/private-link.ts'
import { sumUpDinner } from './sum-up.ts'
import { dinnerUndo } from './undo.ts'
import { dinnerWaiting } from './waiting.ts'
import { addSlotRoute, changeSlotRoute, deleteSlotRoute } from './write/change-slot.route.ts'
import { checkInDishRoute, checkInServerRoute, decideArrivalRoute } from './write/check-in.route.ts'
import { emptyDishRoute, moveDishRoute } from './write/dish.route.ts'
import { exportSignupsRoute } from './write/export-signups.route.ts'
import { openSignup } from './write/note-signup-shown.ts'
import { claimSignupsRoute, requestLinkRoute, revokeLinkRoute, revokeOwnLinkRoute } from './write/private-link.route.ts'
import {
  changeLayoutRoute,
  finishDinnerRoute,
  resetDinnerRoute,
  resumeDinnerRoute,
  startDinnerRoute,
} from './write/session.route.ts'
import { cancelSignupRoute, correctSignupRoute, nameAllergensRoute, signUpRoute } from './write/sign-up.route.ts'
import { addSignupNoteRoute, removeSignupNoteRoute } from './write/signup-notes.route.ts'
import { walkInRoute } from './write/walk-in.route.ts'

/** Slots, sign-ups, both check-ins, and the board of the Saturday dinner. */
export function dinner(outside: Platform): Module {
  const platform = inEdition(outside, ['slot', 'signup', 'notes', 'dinner'])
  const links = privateLinks({
    ...platform.configuration,
    current: platform.current,
    readGeneration: (address) => readLinkGeneration(platform.sql, address),
  })
  return {
    name: 'dinner',
    description: 'The dinner',
    events: dinnerEvents,
    categories: ['slot', 'signup', 'notes', 'dinner', 'visitor', 'volunteer', 'plan', 'disclosure'],
    // Events of other streams have `slotId`, `signupId` or `visitorId`.
    namedElsewhere: ['slot', 'signup', 'visitor'],
    // A replay finds the events of one edition's boards by these.
    indexed: boardIndexes,
    errors: { ...formMarkErrors, ...dinnerErrors.registry },
    undo: dinnerUndo(platform),
    sumUp: sumUpDinner,
    waiting: dinnerWaiting(platform),
    addressee: dinnerAddressee(platform),
    audience: () => readVolunteers(platform),
    reminders: volunteerReminders(platform, links),
    supplies: { dishes: () => readTeamsWithDishes(platform.current) },
    editions: {
      held: () => readEditionsOfSlots(platform),
      isUsed: (edition) => hasSignups(buildEdition(platform, edition)),
      copies: { slots: copiedSlots(platform) },
    },
    openings: { signup: (id, context) => openSignup(platform, id, context) },
    readModels: [
      slots,
      signups,
      signupNotes,
      checkIns,
      sessions,
      teams,
      claims,
      volunteerLinks,
    ] as readonly unknown[] as readonly ReadModel[],
    routes: [...slotRoutes(platform), ...signupRoutes(platform, links), ...managementRoutes(platform)],
    automations: automations(platform, links),
    tables: [mailboxQuotaTable],
    addressOfLink: links.findOwner,
    people: {
      signup: {
        named: 'signup',
        unreadable: 'The name and the address of a sign-up for the dinner, and what is said of its dish in own words',
        remains:
          'The sign-up itself: its slot, its team, which of the nine allergens its dish holds, and how that went',
      },
      'visitor/contact': {
        unreadable: 'The address to which a private link was mailed',
        remains: 'That a private link was asked for or opened',
      },
      'volunteer/person': {
        unreadable: 'The name and the address of a volunteer whose private link was ended',
        remains: 'That it was ended, so that it opens nothing again',
      },
    },
  }
}

const slotRoutes = (platform: Platform): Route[] => [
  ...signupReadRoutes(platform),
  addSlotRoute(platform),
  changeSlotRoute(platform),
  deleteSlotRoute(platform),
]

const signupRoutes = (platform: Platform, links: PrivateLinks): Route[] => [
  signUpRoute(platform),
  cancelSignupRoute(platform),
  nameAllergensRoute(platform),
  correctSignupRoute(platform),
  readSignupRoute(platform),
  addSignupNoteRoute(platform),
  removeSignupNoteRoute(platform),
  exportSignupsRoute(platform),
  clearDeviceRoute(),
  requestLinkRoute(platform),
  claimSignupsRoute(platform, links),
  revokeOwnLinkRoute(platform, links),
  revokeLinkRoute(platform, links),
  checkInDishRoute(platform),
  checkInServerRoute(platform),
  walkInRoute(platform),
]

const managementRoutes = (platform: Platform): Route[] => [
  ...boardRoutes(platform),
  moveDishRoute(platform),
  emptyDishRoute(platform),
  changeLayoutRoute(platform),
  startDinnerRoute(platform),
  finishDinnerRoute(platform),
  resumeDinnerRoute(platform),
  resetDinnerRoute(platform),
  decideArrivalRoute(platform),
  ...replayRoutes(platform),
]

const automations = (platform: Platform, links: PrivateLinks): Automation[] => [
  whenSignedUpThenMailLink(platform, links),
  whenLinkRequestedThenMailLink(platform, links),
  whenVolunteerLinkRevokedThenMailLink(platform, links),
  whenSlotDeletedThenCancelSignups(platform),
  whenWalkedInThenCheckIn(platform),
  whenSignupWithdrawnThenFreePlace(platform),
  whenPlanChangedThenNoticePlan(platform, links),
  whenPlanNoticedThenMailVolunteer(platform, links),
]
