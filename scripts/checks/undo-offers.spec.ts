import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allEvents } from '../../events/src/all-events.ts'
import { listCommands } from '../docs/commands.ts'
import { undoTable, undoTableFile } from '../docs/generated-pages.ts'

const offersUndo = /offerUndo(Apart)?\(|useUndoableCommand[(<]/
/** The file that announces an event of one's own with an “Undo”, where another one sends it. */
const toast = (file: string) => ({ file, says: offersUndo })
/** Another way back that stands on the screen where it was done; `says` is in its source. */
const screen = (file: string, says: RegExp) => ({ file, says })
/** Captains and volunteers do it by their private link. They take nothing back by the audit; staff do, there. */
const byLink = (file: string, says: RegExp) => ({ file, says })

const pools = toast('mfe-tournament/src/pools/builder/requests.ts')
const removal = toast('mfe-tournament/src/teams/use-removal.ts')
const dayChanges = toast('mfe-tournament/src/weekend/schedule/editor/day-change-dialog.tsx')
const checkIns = screen('mfe-dinner/src/check-in/last-action-bar.tsx', /Undo/)
const lastMove = screen('mfe-dinner/src/board/board.tsx', /undoable/)
const notes = toast('shell/kit/components/display/notes.tsx')
/** It is done by an undo, in whose answer its own way back is named like any other. */
const byUndo = screen('shell/kit/undo/offer-undo.ts', /toast\.success\('Undone\.'/)

/** Files where someone who has just caused the event takes it back without the audit, if not where it is sent. */
const elsewhere: Readonly<Record<string, { readonly file: string; readonly says: RegExp }>> = {
  TeamWithdrawn: byLink('mfe-tournament/src/register/own-bid-page.tsx', /'POST \/api\/bid\/withdraw'/),
  TeamNoteAdded: notes,
  TeamNoteRemoved: notes,
  SignupNoteAdded: notes,
  SignupNoteRemoved: notes,
  PoolsPublished: pools,
  PoolsUnpublished: pools,
  PoolPlacesFreed: removal,
  PoolsPutBack: byUndo,
  ScheduleDelayed: dayChanges,
  RoundCancelled: dayChanges,
  RoundsShortened: dayChanges,
  SchedulePutBack: byUndo,
  ScoreEntered: byLink('mfe-tournament/src/teams/my-team/own-game-forms.tsx', /entryRequest\(/),
  SpiritGiven: byLink('mfe-tournament/src/teams/my-team/own-game-forms.tsx', /spiritRequest\(/),
  SpiritTakenBack: byUndo,
  ResultPutBack: byUndo,
  StandingsRulesPutBack: byUndo,
  SlotRestored: byUndo,
  SignupRestored: screen('mfe-dinner/src/sign-up/use-slot-commands.ts', /kind: 'cancel-signup'/),
  WalkedIn: checkIns,
  CheckedIn: checkIns,
  CheckInUndone: checkIns,
  DishMoved: lastMove,
  DishEmptied: lastMove,
  DishPutBack: lastMove,
  RemovedSignupCheckedIn: checkIns,
  SignupReinstated: byUndo,
  DinnerReverted: byUndo,
  DinnerFinished: screen('mfe-dinner/src/board/board-head.tsx', /Resume/),
  UserRestored: byUndo,
  PhotoAdded: toast('shell/src/photos/add-photo/uploads.ts'),
  EditionUnpublished: byUndo,
}

/** Events that nothing takes back, each with the file that asks before it. */
const ends: Readonly<Record<string, string>> = {
  PersonForgotten: 'mfe-staff/src/audit/forget-person.tsx',
  ForgettingRequested: 'shell/kit/people/own-link.tsx',
  EditionRemoved: 'mfe-staff/src/settings/remove-edition.tsx',
  PhotoDeleted: 'shell/src/photos/manage/photo-list.tsx',
  VolunteerLinkRevoked: 'mfe-dinner/src/sign-up/slot-signups-dialog.tsx',
  BidLinkRevoked: 'mfe-tournament/src/teams/staff-tools.tsx',
}

const undoable = Object.entries(allEvents).flatMap(([type, { undo }]) => (undo && 'effect' in undo ? [type] : []))

const root = join(import.meta.dirname, '../..')
const screens = globSync('{mfe-*/src,shell/{src,kit}}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(spec|fixture)\.|node_modules/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
const offering = screens.filter((source) => offersUndo.test(source))
const commands = listCommands()

/** A screen sends a request that appends the event, and announces it with an “Undo”. */
function isOfferedWhereSent(type: string): boolean {
  const senders = commands.filter(({ events }) => events.includes(type)).flatMap(({ sentBy }) => sentBy)
  const operations = senders.map((sender) => sender.replaceAll('`', "'"))
  return offering.some((source) => operations.some((operation) => source.includes(operation)))
}

describe('what can be taken back', () => {
  it('is offered to who has just done it, by the screen that sends it or in another place', () => {
    const missing = undoable.filter((type) => !(type in elsewhere) && !isOfferedWhereSent(type))
    expect(missing, 'Give the toast about them `offerUndo`, or name their place in `elsewhere` above').toEqual([])
    expect(Object.keys(elsewhere).filter((type) => !undoable.includes(type))).toEqual([])
  })

  it.each(Object.entries(elsewhere))('%s, where the table says', (_, { file, says }) => {
    expect(readFileSync(join(root, file), 'utf8')).toMatch(says)
  })
})

describe('what truly ends', () => {
  it.each(Object.entries(ends))('%s has no undo, as the last line of its question says', (type, file) => {
    expect(undoable).not.toContain(type)
    const source = readFileSync(join(root, file), 'utf8')
    expect(source).toMatch(/cannot be undone\.(<\/p>)?\s*<\/ConfirmDialog>/)
    expect(source).not.toMatch(/offerUndo/)
  })
})

it('docs/undo.md is what the definitions of events declare; `npm run accept` writes it', () => {
  expect(readFileSync(undoTableFile, 'utf8')).toBe(undoTable())
})
