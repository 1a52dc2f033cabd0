import { type DinnerSession, resumeMinutes } from '@ultimate/events/dinner/board/board.ts'
import { type Place, zoneLabels } from '@ultimate/events/dinner/board/place.ts'
import { standingIn } from '@ultimate/events/dinner/board/standing.ts'
import type { DinnerEvent, SignupEvent, SlotEvent } from '@ultimate/events/dinner/events.ts'
import { nameOfSlot } from '@ultimate/events/dinner/slots/slot.ts'
import { count } from '@ultimate/events/language/sentence/sentence.ts'
import type { EditionPlatform } from '../platform/edition.ts'
import type { RecordedEvent } from '../platform/event-store/recorded-event.ts'
import {
  bindUndos,
  type ModuleUndo,
  type StateSummary,
  type Step,
  stateAfter,
  step,
  summarized,
  type UndoAsked,
  type UndoPlan,
  type Undos,
} from '../platform/undo/undo.ts'
import { readRemovedSignup } from './read/arrivals/query.ts'
import { readDinner } from './read/board/query.ts'
import { readSignup } from './read/signups/query.ts'
import { type CheckIn, checkInDecider } from './write/arrival/decide.ts'
import * as dinner from './write/dinner.ts'
import { type EmptyDish, emptyDishDecider, type MoveDish, moveDishDecider } from './write/dish/decide.ts'
import { changeLayoutDecider, finishDinnerDecider, resumeDinnerDecider } from './write/session/decide.ts'
import { occupiedLayout } from './write/session/route.ts'
import { type CorrectSignup, correctSignupDecider } from './write/sign-up/decide.ts'
import type { Signup } from './write/signup.ts'
import * as signup from './write/signup.ts'
import {
  type RestoreSignup,
  reinstateSignupDecider,
  removeSignupDecider,
  restoreSignupDecider,
  type WithdrawSignup,
  withdrawSignupDecider,
} from './write/signup-removal/decide.ts'
import type { Slot } from './write/slot.ts'
import * as slot from './write/slot.ts'
import { changeSlotDecider, deleteSlotDecider } from './write/slots/decide.ts'

type Asked = UndoAsked<EditionPlatform>

const gone = 'This sign-up is not there any more.'
const mailSent = 'The mail has left the site.'
const mailed = 'The person who signed up gets an email that says so.'
const heard = 'If an email has told the person who signed up, another one says that it is back.'
const session = 'The dinner'

/** How each event of this module is taken back. */
export const dinnerUndos: Undos<DinnerEvent, EditionPlatform> = {
  SlotAdded: {
    by: 'The slot is deleted, and its sign-ups with it.',
    only: ['Slot'],
    plan: async ({ metadata: { stream } }, { platform, now }) => {
      const all = await platform.log.read({ stream, limit: 10_000 })
      const state = stateAfter<Slot, SlotEvent>(slot, all)
      const signups = state.status === 'open' ? state.signups.length : 0
      const command = { type: 'DeleteSlot', data: {}, metadata: { now } } as const
      const also = `${count(signups, 'sign-up goes', 'sign-ups go')} with the slot, and those who signed up get a mail.`
      return { steps: [step(deleteSlotDecider, { stream, command })], also: signups > 0 ? [also] : [] }
    },
  },
  SlotChanged: {
    by: 'The slot is described as it was before.',
    plan: async ({ metadata: { stream } }, { before, now }) => {
      const state = stateAfter<Slot, SlotEvent>(slot, before)
      if (state.status !== 'open') return 'This slot is not there any more.'
      const command = {
        type: 'ChangeSlot',
        data: { change: slot.fieldsOf(state.definition) },
        metadata: { now },
      } as const
      return { steps: [step(changeSlotDecider, { stream, command })] }
    },
  },
  SlotDeleted: { why: 'Its sign-ups ended with it, and their owners know. Add the slot again.' },
  SignedUp: { by: 'The sign-up is removed, as staff remove one; that can be undone.', only: [], plan: leave },
  SignupRestored: { by: 'The sign-up is removed again.', only: [], plan: leave },
  WalkedIn: { by: 'The check-in is taken back and the sign-up removed; that can be undone.', only: [], plan: leave },
  SignupCorrected: {
    by: 'The sign-up has its old address again, and what is mailed next goes there.',
    plan: async ({ data: { signupId }, metadata: { stream } }, { before, now }) => {
      const [entry] = (before as readonly RecordedEvent<SlotEvent>[]).filter(isAddressed(signupId)).toReversed()
      if (!entry) return gone
      const command: CorrectSignup = {
        type: 'CorrectSignup',
        data: { signupId, person: entry.data.person },
        metadata: { now },
      }
      return { steps: [step(correctSignupDecider, { stream, command })] }
    },
  },
  SignupRemoved: { why: 'It follows from the end of the sign-up. Undo that instead.' },
  CheckedIn: {
    by: 'The check-in is taken back, while the dish has not left Holding.',
    only: ['Check-in'],
    plan: ({ data, metadata }, asked) => checkedIn(metadata.stream, { ...data, checkedIn: false, at: null }, asked),
  },
  CheckInUndone: {
    by: 'They are checked in again, at the time of the first check-in.',
    plan: async ({ metadata }, asked) => {
      const [last] = (asked.before as readonly RecordedEvent<SignupEvent>[]).filter(isArrival).toReversed()
      if (last?.type !== 'CheckedIn') return 'The removal of this sign-up was known by then.'
      return checkedIn(metadata.stream, { ...last.data, checkedIn: true, at: new Date(last.data.at) }, asked)
    },
  },
  DishMoved: {
    by: 'The dish goes back to its place, if that is free; the time on the buffet stays counted.',
    plan: async ({ data, metadata: { stream } }, { platform, before, now }) => {
      const state = stateAfter<Signup, SignupEvent>(signup, before)
      if (state.status !== 'checked-in') return gone
      const to = standingIn(data.dinner, state.standing).place
      const known = { at: null, session: await readDinner(platform.current) }
      const command: MoveDish = { type: 'MoveDish', data: { to, ...known }, metadata: { now } }
      return { steps: [step(moveDishDecider, { stream, command })] }
    },
  },
  DishEmptied: {
    by: 'The dish is put back as not done, if its place is free.',
    plan: ({ metadata }, asked) => emptied(metadata.stream, false, asked),
  },
  DishPutBack: {
    by: 'The dish is marked as done again.',
    plan: ({ metadata }, asked) => emptied(metadata.stream, true, asked),
  },
  RemovedSignupCheckedIn: {
    by: 'The check-in is taken back; the sign-up stays removed.',
    plan: ({ data, metadata }, asked) => checkedIn(metadata.stream, { ...data, checkedIn: false, at: null }, asked),
  },
  ArrivalRestored: { why: 'They are at the table. Take the check-in back, then remove the sign-up.' },
  ArrivalDismissed: { why: 'They were turned away. Take them in as someone who did not sign up.' },
  SignupReinstated: {
    by: 'The sign-up is removed again.',
    plan: ({ metadata }, asked) => leaving(signup.signupIdOf(metadata.stream), asked),
  },
  SignupWithdrawn: {
    by: 'The sign-up is back in its slot, also where that is full by now.',
    // A step that was cut off is made up for by the next undo.
    only: [],
    plan: async ({ data: { slotId, reason }, metadata: { stream } }, { platform, now }) => {
      if (reason === 'slot-deleted') return 'Its slot was deleted. Add the slot again, and sign up anew.'
      const removed = await readRemovedSignup(platform, signup.signupIdOf(stream))
      if (removed === null) return gone
      if (removed.made.type === 'WalkedIn') return 'They came without having signed up. Take them in again.'
      if (removed.made.data.person.email === '') return 'The person who signed up has been forgotten.'
      const reinstate = { type: 'ReinstateSignup', data: { slotId }, metadata: { now } } as const
      const restore: RestoreSignup = { type: 'RestoreSignup', data: { made: removed.made }, metadata: { now } }
      return {
        steps: [
          // First, so that an automation which is late sees that there is no place to be freed any more.
          step(reinstateSignupDecider, { stream, command: reinstate }),
          step(restoreSignupDecider, { stream: slot.slotStream(slotId), command: restore }),
        ],
        also: [heard],
      }
    },
  },
  LayoutChanged: {
    by: 'The board has the places that it had, until the dinner starts.',
    plan: async ({ metadata: { stream } }, { platform, before, now }) => {
      const { warmingSlots, buffetSlots } = stateAfter<DinnerSession, never>(dinner, before)
      const data = { layout: { warmingSlots, buffetSlots }, occupied: await occupiedLayout(platform.current) }
      return {
        steps: [step(changeLayoutDecider, { stream, command: { type: 'ChangeLayout', data, metadata: { now } } })],
      }
    },
  },
  DinnerStarted: { why: 'The clocks of the dishes have run since. Finish the dinner, and reset it.' },
  DinnerFinished: {
    by: `The dinner goes on, within ${resumeMinutes} minutes after Finish.`,
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'ResumeDinner', data: {}, metadata: { now } } as const
      return { steps: [step(resumeDinnerDecider, { stream, command })] }
    },
  },
  DinnerResumed: {
    by: 'The dinner is finished, now.',
    plan: async ({ metadata: { stream } }, { now }) => {
      const command = { type: 'FinishDinner', data: {}, metadata: { now } } as const
      return { steps: [step(finishDinnerDecider, { stream, command })] }
    },
  },
  DinnerReset: { why: 'The next dinner has begun with all clocks at zero. The replay shows the one before.' },
  SignupLinkRequested: { why: mailSent },
  VolunteerLinkRevoked: {
    why: 'A link that was ended may be in wrong hands, so it stays dead. Its owner has a new one.',
  },
  PlanChangeNoticed: {
    why: 'It follows from a change of a slot or a sign-up. Undo that instead; another email follows.',
  },
  SignupShown: { why: 'What was seen cannot be unseen.' },
  SignupsExported: { why: 'The file has left the site.' },
  SignupsClaimed: { why: 'The device has shown the sign-ups already.' },
}

type Addressed = RecordedEvent<Extract<SlotEvent, { type: 'SignedUp' | 'SignupRestored' | 'SignupCorrected' }>>
const isAddressed =
  (id: string) =>
  (event: RecordedEvent<SlotEvent>): event is Addressed =>
    (event.type === 'SignedUp' || event.type === 'SignupRestored' || event.type === 'SignupCorrected') &&
    event.data.signupId === id

const isArrival = ({ type }: RecordedEvent<SignupEvent>) => type === 'CheckedIn' || type === 'RemovedSignupCheckedIn'

type Reported = Pick<CheckIn['data'], 'checkedIn' | 'slotId' | 'category' | 'at'>

async function checkedIn(stream: string, reported: Reported, { platform, now }: Asked): Promise<UndoPlan> {
  const { checkedIn: isIn, slotId, category, at } = reported
  const { dinner: number } = await readDinner(platform.current)
  const data = { checkedIn: isIn, slotId, category, at, dinner: number }
  return { steps: [step(checkInDecider, { stream, command: { type: 'CheckIn', data, metadata: { now } } })] }
}

async function emptied(stream: string, isEmpty: boolean, { platform, now }: Asked): Promise<UndoPlan> {
  const data = { emptied: isEmpty, at: null, session: await readDinner(platform.current) }
  const command: EmptyDish = { type: 'EmptyDish', data, metadata: { now } }
  return { steps: [step(emptyDishDecider, { stream, command })] }
}

function leave({ data: { signupId } }: { readonly data: { readonly signupId: string } }, asked: Asked) {
  return leaving(signupId, asked)
}

/** A walk-in was checked in by the same tap, so the check-in is taken back first. */
async function leaving(signupId: string, asked: Asked): Promise<UndoPlan | string> {
  const known = await readSignup(asked.platform.current, signupId)
  if (!known) return gone
  const { slot_id: slotId, category, walk_in: walkedIn } = known.signup
  const metadata = { now: asked.now }
  const stream = signup.signupStream(signupId)
  const withdraw: WithdrawSignup = { type: 'WithdrawSignup', data: { slotId, reason: 'removed-by-staff' }, metadata }
  const remove = { type: 'RemoveSignup', data: { signupId }, metadata } as const
  const out: Step[] = walkedIn
    ? [...(await checkedIn(stream, { checkedIn: false, slotId, category, at: null }, asked)).steps]
    : []
  return {
    steps: [
      ...out,
      step(withdrawSignupDecider, { stream, command: withdraw }),
      step(removeSignupDecider, { stream: slot.slotStream(slotId), command: remove }),
    ],
    also: walkedIn ? [] : [mailed],
  }
}

function slotSummary(state: Slot): StateSummary {
  if (state.status !== 'open') return { Slot: state.status === 'deleted' ? 'deleted' : 'none' }
  const fields = slot.fieldsOf(state.definition)
  return {
    Slot: 'open',
    Name: nameOfSlot(fields),
    Description: fields.description,
    Kind: fields.category,
    'Team requirement': String(fields.team_requirement),
    Places: String(fields.max_signups),
    Recipe: [fields.recipe_title, fields.recipe_ingredients, fields.recipe_instructions].filter(Boolean).join('; '),
    'Signed up': state.signups.map(({ name }) => name).join(', ') || 'no one',
  }
}

const placeName = (place: Place): string =>
  place.zone === 'holding' ? zoneLabels.holding : `${zoneLabels[place.zone]} ${place.position + 1}`

function signupSummary(state: Signup): StateSummary {
  if (state.status === 'withdrawn')
    return { 'Sign-up': 'removed', Arrival: state.arrival.status === 'undecided' ? 'undecided' : 'none' }
  const { place, emptiedAt } = state.standing
  const board = { Place: placeName(place), Dish: emptiedAt === null ? 'not done' : 'done' }
  return {
    'Sign-up': 'expected',
    'Check-in': state.status === 'checked-in' ? 'checked in' : 'not checked in',
    ...board,
  }
}

function sessionSummary({
  dinner: number,
  startedAt,
  finishedAt,
  warmingSlots,
  buffetSlots,
}: DinnerSession): StateSummary {
  const running = startedAt === null ? 'not started' : 'in progress'
  return {
    [session]: `dinner ${number}, ${finishedAt === null ? running : 'finished'}`,
    Board: `${warmingSlots} warming and ${buffetSlots} buffet slots`,
  }
}

/** Sign-ups name their team, and stay when it goes. */
async function withTeam({ current }: EditionPlatform, stream: string): Promise<string[]> {
  const [row] = await current.sql<{ count: number }[]>`
    select count(*)::int as count from dinner_signups where team_id = ${stream.slice('team-'.length)}`
  const signups = row?.count ?? 0
  return signups === 0
    ? []
    : [`${count(signups, 'sign-up', 'sign-ups')} for the dinner came from its captain and stay.`]
}

const endsOfTeams = ['TeamRemoved', 'TeamWithdrawn']

export const dinnerUndo = (platform: EditionPlatform): ModuleUndo => ({
  rules: bindUndos(platform, dinnerUndos),
  summaries: {
    slot: summarized(slot, slotSummary, 'Slot'),
    signup: summarized(signup, signupSummary, 'Sign-up'),
    dinner: summarized(dinner, sessionSummary),
  },
  edition: platform.current.edition,
  also: async ({ type, stream }) => (endsOfTeams.includes(type) ? withTeam(platform, stream) : []),
})
