import { dinnerErrors } from '@ultimate/events/dinner/errors.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { formMarkErrors } from '@ultimate/events/language/text/form-mark.ts'
import { buildEdition } from '../platform/edition.ts'
import { hideOtherEditions } from '../platform/edition-guard.ts'
import type { Module, Platform } from '../platform/module.ts'
import { copiedSlots } from './copied-slots.ts'
import { dinnerAddressee, dinnerWaiting } from './desk.ts'
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
import { signupReadRoutes } from './read/signups.route.ts'
import { hasSignups, readEditionsOfSlots, signups, slots } from './read/signups.view.ts'
import { teams } from './read/teams.view.ts'
import { readTeamsWithDishes, readVolunteers } from './read/volunteers.query.ts'
import { privateLinks, readLinkGeneration } from './secrets/private-link.ts'
import { sumUpDinner } from './sum-up.ts'
import { dinnerUndo } from './undo.ts'
import { changeSignupRoutes } from './write/change-signup.route.ts'
import { slotRoutes } from './write/change-slot.route.ts'
import { checkInRoutes } from './write/check-in.route.ts'
import { decideArrivalRoute } from './write/decide-arrival.route.ts'
import { dishRoutes } from './write/dish.route.ts'
import { exportSignupsRoute } from './write/export-signups.route.ts'
import { openSignup } from './write/open-signup.ts'
import { linkRoutes } from './write/private-link.route.ts'
import { sessionRoutes } from './write/session.route.ts'
import { signUpRoutes } from './write/sign-up.route.ts'
import { signupPageRoutes } from './write/signup-notes.route.ts'
import { walkInRoute } from './write/walk-in.route.ts'

/** Slots, sign-ups, both check-ins, and the board of the Saturday dinner. */
export function dinner(platformOfAllEditions: Platform): Module {
  // Of these categories, commands see only the streams of the current edition. Other categories need no guard. Visitors
  // belong to all editions, streams of volunteers and plans have the year in their names, and disclosures only record what
  // staff saw.
  const platform = hideOtherEditions(platformOfAllEditions, ['slot', 'signup', 'notes', 'dinner'])
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
    // Events of other streams have `slotId`, `signupId` or `visitorId`, so an index finds them for a history of these.
    referencedCategories: ['slot', 'signup', 'visitor'],
    // A replay finds the events of one edition's boards by these.
    indexed: boardIndexes,
    readModels: [slots, signups, signupNotes, checkIns, sessions, teams, claims, volunteerLinks],

    errors: { ...formMarkErrors, ...dinnerErrors.registry },
    routes: [
      ...signupReadRoutes(platform),
      ...slotRoutes(platform),
      ...signUpRoutes(platform),
      ...changeSignupRoutes(platform),
      ...signupPageRoutes(platform),
      exportSignupsRoute(platform),
      ...linkRoutes(platform, links),
      ...checkInRoutes(platform),
      decideArrivalRoute(platform),
      walkInRoute(platform),
      ...boardRoutes(platform),
      ...dishRoutes(platform),
      ...sessionRoutes(platform),
      ...replayRoutes(platform),
    ],
    automations: [
      whenSignedUpThenMailLink(platform, links),
      whenLinkRequestedThenMailLink(platform, links),
      whenVolunteerLinkRevokedThenMailLink(platform, links),
      whenSlotDeletedThenCancelSignups(platform),
      whenWalkedInThenCheckIn(platform),
      whenSignupWithdrawnThenFreePlace(platform),
      whenPlanChangedThenNoticePlan(platform, links),
      whenPlanNoticedThenMailVolunteer(platform, links),
    ],

    // For the audit. Staff without the audit must open a sign-up's contact data before they read its history. Opening
    // it is recorded.
    undo: dinnerUndo(platform),
    openContactData: { signup: (id, context) => openSignup(platform, id, context) },

    // For the Desk: what changed, what waits for staff, and whom an email did not reach.
    sumUpEvents: sumUpDinner,
    listWaiting: dinnerWaiting(platform),
    findAddressee: dinnerAddressee(platform),

    // For emails of staff to groups of people. One group is the teams without dishes: the confirmed teams that
    // `findStreamsWith` does not return.
    listRecipients: () => readVolunteers(platform),
    findStreamsWith: { dishes: () => readTeamsWithDishes(platform.current) },
    reminders: volunteerReminders(platform, links),

    // For editions: which have data, whether visitors use one, and what a director may copy into the next.
    editions: {
      listYears: () => readEditionsOfSlots(platform),
      isUsed: (edition) => hasSignups(buildEdition(platform, edition)),
      copyable: { slots: copiedSlots(platform) },
    },

    // For forgetting a person: who asks by a private link, and what becomes of the personal fields of each subject. A
    // request names the person by an address, or as `{ signup: <id> }`, where `signup` is the `referenceKey`. The
    // sentences name all personal fields of the events, so add each new one.
    findAddressOfLink: links.findOwner,
    personalData: {
      signup: {
        referenceKey: 'signup',
        unreadable:
          'The name and the address of a sign-up for the dinner, the team that a walk-in named, the text about other allergens of the dish, the notes of staff, and why a name or an address was corrected',
        remains:
          'The sign-up itself: its slot, its registered team, which of the nine allergens its dish holds, its check-in, and what became of the dish',
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
