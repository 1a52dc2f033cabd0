import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { poolsEvents, tournamentEvents } from '@ultimate/events/tournament/events.ts'
import { hideOtherEditions } from '../platform/edition-guard.ts'
import type { Module, Platform } from '../platform/module.ts'
import { tournamentAddressee, tournamentWaiting } from './desk.ts'
import { archiveTournament, warnAboutCapacity } from './editions.ts'
import { whenTeamRemovedThenFreePlaces, whenTeamRestoredThenGiveBackPlaces } from './follow-ups.ts'
import { whenAddressConfirmedThenMailCaptain } from './mails/address-confirmed.mail.ts'
import { whenBidLinkRevokedThenMailCaptain } from './mails/bid-link-revoked.mail.ts'
import {
  whenCaptainInvitedThenMailCaptain,
  whenSchedulePublishedThenInviteCaptains,
} from './mails/captain-invited.mail.ts'
import { captainReminders } from './mails/captain-reminder.ts'
import { whenConfirmationLinkRequestedThenMailLinks } from './mails/confirmation-link-requested.mail.ts'
import { whenChangeNoticedThenMailCaptain, whenTeamChangedThenNoticeChange } from './mails/team-changed.mail.ts'
import { whenTeamCorrectedThenMailCaptain } from './mails/team-corrected.mail.ts'
import { whenTeamRegisteredThenMailCaptain } from './mails/team-registered.mail.ts'
import { readCaptains } from './read/captains.query.ts'
import { listFreeSpotsRoute, spotOffers } from './read/free-spots.query.ts'
import { games } from './read/games.view.ts'
import { addressOfBid, readOwnBidRoute } from './read/open-bid.ts'
import { readBidLink } from './read/own-bid.query.ts'
import { pools, poolsReadRoutes } from './read/pools/pools.view.ts'
import { scheduleReadRoutes } from './read/schedule.route.ts'
import { schedules } from './read/schedule.view.ts'
import { spiritReadRoutes, spiritSheets } from './read/spirit.view.ts'
import { standingsRules } from './read/standings-rules.view.ts'
import { openTeam, readTeamRoute } from './read/teams/team-page.query.ts'
import { readEditionsOfTeams, teamListRoutes } from './read/teams/teams.query.ts'
import { teams } from './read/teams/teams.view.ts'
import { sharedWeekend, weekendReadRoutes } from './read/weekend.query.ts'
import { confirmationLinks, ownBidLinks } from './secrets/bid-links.ts'
import { sumUpTournament } from './sum-up.ts'
import { tournamentUndo } from './undo.ts'
import { addressRoutes } from './write/address-confirmation.route.ts'
import { bracketRoutes } from './write/bracket.route.ts'
import { dayChangeRoutes } from './write/change-day.route.ts'
import { exportTeamsRoute } from './write/export-teams.route.ts'
import { resultRoutes } from './write/games.route.ts'
import { myTeamRoutes } from './write/my-team.route.ts'
import { noteRoutes } from './write/notes.route.ts'
import { ownBidRoutes } from './write/own-bid.route.ts'
import { poolsRoutes } from './write/pools/pools.route.ts'
import { registrationRoutes } from './write/register-team.route.ts'
import { removalRoutes } from './write/removal.route.ts'
import { scheduleRoutes } from './write/schedule.route.ts'
import { standingsRoutes } from './write/standings.route.ts'
import { teamUpdateRoutes } from './write/update-team.route.ts'

export function tournament(platformOfAllEditions: Platform): Module {
  // Commands change these streams only in the edition that began them. The others need no guard: each request begins a
  // stream of `captain`, automations write invitations and notices, and exports and contacts only record what staff saw.
  const platform = hideOtherEditions(platformOfAllEditions, [
    'team',
    'pools',
    'schedule',
    'game',
    'standings',
    'spirit',
  ])
  const weekend = sharedWeekend(platform)
  const readOffers = spotOffers(platform)
  const links = confirmationLinks(platform.configuration)
  const bidLinks = ownBidLinks({ ...platform.configuration, readLink: (teamId) => readBidLink(platform, teamId) })
  return {
    name: 'tournament',
    description: 'Teams, pools, schedule, scores and brackets',

    events: tournamentEvents,
    categories: [
      ...['team', 'captain', 'pools', 'schedule', 'game', 'standings', 'spirit'],
      ...['invitation', 'exports', 'contacts', 'notice'],
    ],
    // Events of other streams have `teamId`, so an index finds them for a team's history.
    referencedCategories: ['team'],
    readModels: [teams, pools, schedules, games, standingsRules, spiritSheets],

    errors: tournamentErrors.registry,
    routes: [
      ...registrationRoutes(platform),
      ...addressRoutes(platform, links),
      ...teamListRoutes(platform),
      ...teamUpdateRoutes(platform, readOffers),
      listFreeSpotsRoute(readOffers),
      readTeamRoute(platform),
      ...ownBidRoutes(platform, bidLinks),
      ...noteRoutes(platform),
      ...removalRoutes(platform),
      readOwnBidRoute(platform, bidLinks),
      exportTeamsRoute(platform),
      ...poolsReadRoutes(platform),
      ...poolsRoutes(platform),
      ...scheduleReadRoutes(platform, weekend),
      ...scheduleRoutes(platform),
      ...dayChangeRoutes(platform),
      ...weekendReadRoutes(platform, weekend),
      ...resultRoutes(platform),
      ...standingsRoutes(platform),
      ...bracketRoutes(platform),
      ...myTeamRoutes(platform, bidLinks),
      ...spiritReadRoutes(platform),
    ],
    automations: [
      whenTeamRegisteredThenMailCaptain(platform, { confirming: links, own: bidLinks }),
      whenAddressConfirmedThenMailCaptain(platform, bidLinks),
      whenConfirmationLinkRequestedThenMailLinks(platform, { confirming: links, own: bidLinks }),
      whenTeamCorrectedThenMailCaptain(platform, { confirming: links, own: bidLinks }),
      whenTeamChangedThenNoticeChange(platform),
      whenChangeNoticedThenMailCaptain(platform, bidLinks),
      whenBidLinkRevokedThenMailCaptain(platform, bidLinks),
      whenSchedulePublishedThenInviteCaptains(platform),
      whenCaptainInvitedThenMailCaptain(platform, bidLinks),
      whenTeamRemovedThenFreePlaces(platform),
      whenTeamRestoredThenGiveBackPlaces(platform),
    ],

    // For the audit. Staff without the audit must open a team's contact data before they read its history. Opening
    // it is recorded.
    undo: tournamentUndo(platform),
    // A team's history shows these too: they list their teams, so they have no `teamId`.
    relatedEvents: { team: Object.keys(poolsEvents) },
    openContactData: { team: (id, context) => openTeam(platform, id, context) },

    // For the Desk: what changed, what waits for staff, and whom an email did not reach.
    sumUpEvents: sumUpTournament,
    listWaiting: tournamentWaiting(platform, readOffers),
    findAddressee: tournamentAddressee(platform),

    // For emails of staff to groups of people.
    listRecipients: () => readCaptains(platform),
    reminders: captainReminders(platform, bidLinks),

    // For editions: which have data, whether visitors use one, what past ones show, and what a change of settings does.
    editions: {
      listYears: () => readEditionsOfTeams(platform),
      isUsed: async (edition) => (await readEditionsOfTeams(platform)).includes(edition),
      archive: archiveTournament,
    },
    warnAboutFacts: warnAboutCapacity(platform),

    // For forgetting a person: who asks by a private link, and what becomes of the personal fields of each subject. A
    // request names the person by an address, or as `{ team: <id> }` with the `referenceKey`. The sentences name all
    // personal fields of the events, so add each new one.
    findAddressOfLink: (token) => addressOfBid(platform.current, bidLinks, token),
    personalData: {
      'team/captain': {
        referenceKey: 'team',
        unreadable:
          'The captain’s name, address, phone and comments, the team’s past names, the notes of staff, why the bid was corrected or the team removed, and the captain’s comments on the spirit of other teams',
        remains: 'The team’s name, town and division, and its place in the pools',
      },
      'team/alternate': {
        referenceKey: 'team',
        unreadable: 'The alternate’s name, address and phone',
        remains: 'That the team named an alternate',
      },
      'team/reason': {
        referenceKey: 'team',
        unreadable: 'Why the team was removed, as staff wrote it',
        remains: 'That the team was removed, and when',
      },
      'captain/contact': {
        unreadable: 'The address for which a confirmation link was asked',
        remains: 'That a confirmation link was asked for',
      },
    },
  }
}
