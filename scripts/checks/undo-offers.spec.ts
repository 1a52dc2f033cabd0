import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allEvents } from '../../events/src/all-events.ts'
import { undoTable, undoTableFile } from '../docs/undo-table.ts'

/** The file of the screen that announces an event of one's own with an “Undo”. */
const toast = (file: string) => ({ file, says: /offerUndo(Apart)?\(/ })
/** Another way back that stands on the screen where it was done; `says` is in its source. */
const screen = (file: string, says: RegExp) => ({ file, says })
/** Captains and volunteers do it by their private link. They take nothing back by the audit; staff do, there. */
const byLink = (file: string, says: RegExp) => ({ file, says })

const pools = toast('mfe-tournament/src/pools/builder/requests.ts')
const removal = toast('mfe-tournament/src/teams/use-removal.ts')
const scheduleDesk = toast('mfe-tournament/src/schedule/desk/use-schedule-draft.ts')
const bracketDesk = toast('mfe-tournament/src/bracket/desk/bracket-desk.tsx')
const delays = toast('mfe-tournament/src/schedule/desk/delay-dialog.tsx')
const results = toast('mfe-tournament/src/scores/desk/result-command.ts')
const standings = toast('mfe-tournament/src/standings/standings-commands.ts')
const sessionControls = toast('mfe-dinner/src/board/session/session-actions.tsx')
const teamRow = toast('mfe-tournament/src/teams/staff-cells.tsx')
const checkIns = screen('mfe-dinner/src/check-in/last-action-bar.tsx', /Undo/)
const lastMove = screen('mfe-dinner/src/board/board.tsx', /undoable/)
const notes = toast('shell/kit/components/display/notes.tsx')
const secondFactor = toast('mfe-staff/src/users/require-second-factor.tsx')
/** It is done by an undo, in whose answer its own way back is named like any other. */
const byUndo = screen('shell/kit/undo/offer-undo.ts', /toast\.success\('Undone'/)

/** Where someone who has just caused the event takes it back, without looking for it in the audit. */
const offers: Readonly<Record<string, { readonly file: string; readonly says: RegExp }>> = {
  TeamRegistered: toast('mfe-tournament/src/register/use-registration.ts'),
  TeamConfirmed: teamRow,
  TeamWaitlisted: teamRow,
  TeamStandingReset: teamRow,
  TeamMarkedPaid: teamRow,
  TeamMarkedUnpaid: teamRow,
  TeamSeeded: toast('mfe-tournament/src/teams/seeds.tsx'),
  TeamRemoved: removal,
  TeamWithdrawn: byLink('mfe-tournament/src/own-bid/withdraw-team.tsx', /'POST \/api\/bid\/withdraw'/),
  TeamRestored: toast('mfe-tournament/src/teams/restore-teams.ts'),
  TeamCorrected: toast('mfe-tournament/src/teams/correct-bid.tsx'),
  TeamNoteAdded: notes,
  TeamNoteRemoved: notes,
  SignupNoteAdded: notes,
  SignupNoteRemoved: notes,
  PoolsSaved: pools,
  PoolsPublished: pools,
  PoolsUnpublished: pools,
  PoolPlacesFreed: removal,
  PoolsPutBack: byUndo,
  SlotAdded: toast('mfe-dinner/src/slots/add-slot.tsx'),
  SlotChanged: toast('mfe-dinner/src/slots/change-slot.ts'),
  SlotDeleted: toast('mfe-dinner/src/slots/delete-slot-dialog.tsx'),
  ScheduleSettingsChanged: scheduleDesk,
  ScheduleGenerated: scheduleDesk,
  GamePlaced: scheduleDesk,
  SchedulePublished: scheduleDesk,
  ScheduleDelayed: delays,
  RoundCancelled: delays,
  RoundsShortened: delays,
  ScheduleDelayUndone: delays,
  BracketMade: toast('mfe-tournament/src/bracket/desk/make-bracket-dialog.tsx'),
  BracketPosted: bracketDesk,
  BracketUnposted: bracketDesk,
  SchedulePutBack: byUndo,
  ScoreEntered: byLink('mfe-tournament/src/my-team/score-entry.tsx', /entryRequest\(/),
  SpiritGiven: byLink('mfe-tournament/src/my-team/spirit-form.tsx', /spiritRequest\(/),
  SpiritTakenBack: byUndo,
  TeamLeftGames: toast('mfe-tournament/src/scores/desk/leave-dialog.tsx'),
  ResultDecided: results,
  GameForfeited: results,
  ResultCleared: results,
  ResultKept: results,
  ResultPutBack: byUndo,
  TiebreaksChanged: standings,
  TieDecided: standings,
  StandingsRulesPutBack: byUndo,
  SlotRestored: byUndo,
  SignedUp: toast('mfe-dinner/src/sign-up/use-slot-commands.ts'),
  SignupCorrected: toast('mfe-dinner/src/sign-up/correct-signup-dialog.tsx'),
  AllergensNamed: toast('mfe-dinner/src/common/allergens-dialog.tsx'),
  SignupRestored: screen('mfe-dinner/src/sign-up/use-slot-commands.ts', /kind: 'remove'/),
  WalkedIn: checkIns,
  CheckedIn: checkIns,
  CheckInUndone: checkIns,
  DishMoved: lastMove,
  DishEmptied: lastMove,
  DishPutBack: lastMove,
  RemovedSignupCheckedIn: checkIns,
  SignupReinstated: byUndo,
  SignupWithdrawn: toast('mfe-dinner/src/sign-up/cancel-signup-dialog.tsx'),
  LayoutChanged: toast('mfe-dinner/src/slots/slot-counts.tsx'),
  ArrivalDismissed: toast('mfe-dinner/src/check-in/removed-arrivals.tsx'),
  DinnerStarted: sessionControls,
  DinnerReset: sessionControls,
  DinnerReverted: byUndo,
  DinnerFinished: screen('mfe-dinner/src/board/session/resume-dinner.tsx', /Resume/),
  DinnerResumed: toast('mfe-dinner/src/board/session/resume-dinner.tsx'),
  UserAdded: toast('mfe-staff/src/users/add-user.tsx'),
  UserRemoved: toast('mfe-staff/src/users/remove-user-dialog.tsx'),
  UserRestored: byUndo,
  ProfileChanged: toast('mfe-staff/src/account/profile-form.tsx'),
  SecondFactorRequired: secondFactor,
  SecondFactorMadeOptional: secondFactor,
  PhotoAdded: toast('shell/src/photos/add-photo/uploads.ts'),
  PhotoRenamed: toast('shell/src/photos/manage/title-form.tsx'),
  AnnouncementPublished: toast('mfe-staff/src/announcements/announcement-form.tsx'),
  EditionSettingsChanged: toast('mfe-staff/src/settings/use-settings.ts'),
  EditionStarted: toast('mfe-staff/src/settings/start-edition-dialog.tsx'),
  EditionPublished: toast('mfe-staff/src/settings/editions.tsx'),
  EditionUnpublished: byUndo,
  MessageSubmitted: toast('mfe-staff/src/messages/message-form.tsx'),
  ReminderSettingsChanged: toast('mfe-staff/src/messages/reminders/change-reminder.ts'),
  AnnouncementTakenBack: toast('mfe-staff/src/announcements/in-force.tsx'),
}

/** What truly ends, with the question before it. */
const ends: Readonly<Record<string, string>> = {
  PersonForgotten: 'mfe-staff/src/audit/forget-person-dialog.tsx',
  ForgettingRequested: 'shell/kit/people/request-forgetting.tsx',
  EditionRemoved: 'mfe-staff/src/settings/remove-edition.tsx',
  PhotoDeleted: 'shell/src/photos/manage/delete-photo-dialog.tsx',
  VolunteerLinkRevoked: 'mfe-dinner/src/volunteers/revoke-link-dialog.tsx',
  BidLinkRevoked: 'mfe-tournament/src/teams/revoke-bid-link.tsx',
}

const undoable = Object.entries(allEvents).flatMap(([type, { undo }]) => (undo && 'by' in undo ? [type] : []))

describe('what can be taken back', () => {
  it('is offered to who has just done it, each in its place', () => {
    expect(Object.keys(offers).sort()).toEqual(undoable.sort())
  })

  it.each(Object.entries(offers))('%s, where the table says', (_, { file, says }) => {
    expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toMatch(says)
  })
})

describe('what truly ends', () => {
  it.each(Object.entries(ends))('%s has no undo, as the last line of its question says', (type, file) => {
    expect(undoable).not.toContain(type)
    const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    expect(source).toMatch(/cannot be undone\.(<\/p>)?\s*<\/ConfirmDialog>/)
    expect(source).not.toMatch(/offerUndo/)
  })
})

it('docs/undo.md is what the definitions of events declare; `npm run accept` writes it', () => {
  expect(readFileSync(undoTableFile, 'utf8')).toBe(undoTable())
})
