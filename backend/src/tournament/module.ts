import type { ReadModel } from '@ultimate/event-store/read-model.ts'
import { tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { poolsEvents, tournamentEvents } from '@ultimate/events/tournament/events.ts'
import { inEdition } from '../platform/edition.ts'
import { mailboxQuotaTable } from '../platform/mail/mailbox-quota.ts'
import type { Module, Platform } from '../platform/module.ts'
import { tournamentAddressee } from './addressee.ts'
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
import * as readPoolsRoutes from './read/pools/pools.view.ts'
import { pools } from './read/pools/pools.view.ts'
import * as readScheduleRoutes from './read/schedule.route.ts'
import { schedules } from './read/schedule.view.ts'
import { listSpiritRoute, readSpiritAveragesRoute, spiritSheets } from './read/spirit.view.ts'
import { standingsRules } from './read/standings-rules.view.ts'
import { openTeam, readTeamRoute } from './read/teams/team-page.query.ts'
import { listRemovedTeamsRoute, listTeamsRoute, readEditionsOfTeams } from './read/teams/teams.query.ts'
import { teams } from './read/teams/teams.view.ts'
import { listGamesRoute, readBracketRoute, readStandingsRoute, sharedWeekend } from './read/weekend.query.ts'
import { confirmationLinks, ownBidLinks } from './secrets/bid-links.ts'
import { sumUpTournament } from './sum-up.ts'
import { tournamentUndo } from './undo.ts'
import { tournamentWaiting } from './waiting.ts'
import * as addressRoutes from './write/address-confirmation.route.ts'
import { makeBracketRoute, postBracketRoute, unpostBracketRoute } from './write/bracket.route.ts'
import { exportTeamsRoute } from './write/export-teams.route.ts'
import { clearResultRoute, decideResultRoute, keepResultRoute } from './write/games.route.ts'
import * as myTeamRoutes from './write/my-team.route.ts'
import { addNoteRoute, removeNoteRoute } from './write/notes.route.ts'
import * as ownBidRoutes from './write/own-bid.route.ts'
import { publishPoolsRoute, savePoolsRoute, unpublishPoolsRoute } from './write/pools/pools.route.ts'
import { enterTeamRoute, registerTeamRoute } from './write/register-team.route.ts'
import { removeTeamsRoute, restoreTeamRoute, restoreTeamsRoute } from './write/removal.route.ts'
import * as scheduleRoutes from './write/schedule.route.ts'
import { changeTiebreaksRoute, decideTieRoute } from './write/standings.route.ts'
import { fillSpotRoute, updateTeamRoute } from './write/update-team.route.ts'

export function tournament(outside: Platform): Module {
  const platform = inEdition(outside, ['team', 'pools', 'schedule', 'game', 'standings', 'spirit'])
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
    namedElsewhere: ['team'],
    errors: tournamentErrors.registry,
    undo: tournamentUndo(platform),
    sumUp: sumUpTournament,
    waiting: tournamentWaiting(platform, readOffers),
    addressee: tournamentAddressee(platform),
    audience: () => readCaptains(platform),
    reminders: captainReminders(platform, bidLinks),
    warnAboutFacts: warnAboutCapacity(platform),
    editions: {
      held: () => readEditionsOfTeams(platform),
      isUsed: async (edition) => (await readEditionsOfTeams(platform)).includes(edition),
      archive: archiveTournament,
    },
    relatedEvents: { team: Object.keys(poolsEvents) },
    openings: { team: (id, context) => openTeam(platform, id, context) },
    readModels: [
      teams as ReadModel,
      pools as ReadModel,
      schedules as ReadModel,
      games as ReadModel,
      standingsRules as ReadModel,
      spiritSheets as ReadModel,
    ],
    routes: [
      registerTeamRoute(platform),
      enterTeamRoute(platform),
      addressRoutes.readConfirmationRoute(platform, links),
      addressRoutes.confirmAddressRoute(platform, links),
      addressRoutes.requestConfirmationLinkRoute(platform),
      addressRoutes.confirmTeamAddressRoute(platform),
      listTeamsRoute(platform),
      updateTeamRoute(platform),
      listFreeSpotsRoute(readOffers),
      fillSpotRoute(platform, readOffers),
      readTeamRoute(platform),
      ownBidRoutes.correctTeamByStaffRoute(platform),
      addNoteRoute(platform),
      removeNoteRoute(platform),
      removeTeamsRoute(platform),
      listRemovedTeamsRoute(platform),
      restoreTeamRoute(platform),
      restoreTeamsRoute(platform),
      readOwnBidRoute(platform, bidLinks),
      ownBidRoutes.correctTeamRoute(platform, bidLinks),
      ownBidRoutes.withdrawTeamRoute(platform, bidLinks),
      ownBidRoutes.revokeOwnBidLinkRoute(platform, bidLinks),
      ownBidRoutes.revokeBidLinkRoute(platform),
      exportTeamsRoute(platform),
      readPoolsRoutes.listPoolTeamsRoute(platform),
      readPoolsRoutes.readSavedPoolsRoute(platform),
      readPoolsRoutes.readPublishedPoolsRoute(platform),
      readPoolsRoutes.listPlacedTeamsRoute(platform),
      readPoolsRoutes.listPoolHistoryRoute(platform),
      savePoolsRoute(platform),
      publishPoolsRoute(platform),
      unpublishPoolsRoute(platform),
      readScheduleRoutes.readScheduleRoute(weekend),
      readScheduleRoutes.readScheduleDraftRoute(platform),
      readScheduleRoutes.readTeamCalendarRoute(platform),
      readScheduleRoutes.exportScheduleRoute(platform),
      scheduleRoutes.changeScheduleSettingsRoute(platform),
      scheduleRoutes.generateScheduleRoute(platform),
      scheduleRoutes.placeGameRoute(platform),
      scheduleRoutes.publishScheduleRoute(platform),
      scheduleRoutes.shiftScheduleRoute(platform),
      scheduleRoutes.cancelRoundRoute(platform),
      scheduleRoutes.shortenRoundsRoute(platform),
      scheduleRoutes.undoShiftRoute(platform),
      scheduleRoutes.leaveGamesRoute(platform),
      listGamesRoute(platform),
      decideResultRoute(platform),
      clearResultRoute(platform),
      keepResultRoute(platform),
      readStandingsRoute(weekend),
      changeTiebreaksRoute(platform),
      decideTieRoute(platform),
      readBracketRoute(weekend),
      makeBracketRoute(platform),
      postBracketRoute(platform),
      unpostBracketRoute(platform),
      myTeamRoutes.openMyTeamRoute(platform, bidLinks),
      myTeamRoutes.requestMyTeamLinkRoute(platform),
      myTeamRoutes.readMyTeamRoute(platform, bidLinks),
      myTeamRoutes.enterScoreRoute(platform, bidLinks),
      myTeamRoutes.giveSpiritRoute(platform, bidLinks),
      listSpiritRoute(platform),
      readSpiritAveragesRoute(platform),
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
    tables: [mailboxQuotaTable],
    addressOfLink: (token) => addressOfBid(platform.current, bidLinks, token),
    people: {
      'team/captain': {
        named: 'team',
        unreadable: 'The captain’s name, address, phone and comments, the team’s past names, and why it was removed',
        remains: 'The team’s name, town and division, and its place in the pools',
      },
      'team/alternate': {
        named: 'team',
        unreadable: 'The alternate’s name, address and phone',
        remains: 'That the team named an alternate',
      },
      'team/reason': {
        named: 'team',
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
