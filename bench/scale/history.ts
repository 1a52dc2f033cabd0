import type { Actor } from '@ultimate/event-store/recorded-event.ts'
import { allergenNames } from '@ultimate/events/dinner/allergens.ts'
import { dinnerStream } from '@ultimate/events/dinner/session.ts'
import { defaultFacts, saturdayBeforeThanksgiving } from '@ultimate/events/language/edition-facts.ts'
import type { Role } from '@ultimate/events/language/roles.ts'
import { toEditionStream } from '@ultimate/events/staff/edition.ts'
import { storedFacts } from '@ultimate/events/staff/edition-schema.ts'
import { type Random, randomFrom } from './random.ts'

/** `spread`: streams with five events on average. `long`: as many streams of 2,500 events as possible. */
export type Shape = 'spread' | 'long'

export interface HistoryOptions {
  readonly events: number
  readonly shape: Shape
  readonly seed?: number
}

/** What happens next in a stream, and who does it. */
export interface Step {
  readonly type: string
  readonly data: Record<string, unknown>
  readonly actor: Actor
}

/** A stream with the times of its events, and the year of its edition. */
export interface PlannedStream {
  readonly stream: string
  readonly edition: string
  /** Milliseconds, ascending. */
  times: number[]
  /** Returns the next event. Called once for each version in turn, from 1, because it may depend on the steps before. */
  readonly step: (version: number, at: number) => Step
}

/** A stream to which events can be added, up to a time. */
interface Extensible {
  readonly planned: PlannedStream
  readonly until: number
}

export const firstYear = 2016
export const lastYear = 2025
const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index)

/** Numbers for a million events; in proportion for fewer events. */
const perMillion = { teams: 5_000, signups: 50_000 }
/** Events of a long stream. */
export const longStream = 2_500
const dinnerDishes = 20
const confirmedTeams = 40

const day = 86_400_000
const minute = 60_000
const dateIn = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date, 15)
/** Five in the afternoon at the venue, when the first dishes come. */
const computeDinnerTime = (year: number): number => Date.parse(`${saturdayBeforeThanksgiving(year)}T23:00:00Z`)

const firstNames =
  'Ada Becky Cal Dora Emma Finn Grace Huck Ida Joe Kate Lou May Ned Olive Pat Quinn Ruth Sam Tom'.split(' ')
const lastNames =
  'Abbott Barnes Clark Dalton Eaton Foster Gibson Harper Irwin Jensen Keller Lawson Miller Norris Owens Parker Quendel Rogers Sawyer Thatcher Upton Vance Watson Young Zimmer'.split(
    ' ',
  )
const places = ['Huntsville, AL', 'Birmingham, AL', 'Nashville, TN', 'Atlanta, GA', 'Chattanooga, TN', 'Memphis, TN']
const dishNames = ['Sweet potatoes', 'Green beans', 'Cornbread', 'Pecan pie', 'Cranberry sauce', 'Rolls', 'Stuffing']
const servings = ['Carving', 'Drinks', 'Welcome table', 'Dishes']

interface User {
  readonly id: string
  readonly actor: Actor
  readonly person: { readonly username: string; readonly fullName: string; readonly email: string }
  readonly role: Role
}
interface Team {
  readonly id: string
  readonly division: 'comp' | 'rec'
  readonly registered: number
}
interface Signup {
  readonly id: string
  readonly slotId: string
  readonly category: 'dishes' | 'serving'
  readonly at: number
}

const system = (id: string): Actor => ({ kind: 'system', id, name: null, role: null })

/**
 * Plans the streams of ten realistic editions, with the times of their events. In the `spread` shape, sign-ups, notes and
 * visitors have streams of their own; in the `long` shape, teams, slots and check-ins get many events.
 */
export function planHistory({ events, shape, seed = 1 }: HistoryOptions): PlannedStream[] {
  const random = randomFrom(seed)
  const scaled = (count: number) => Math.round((count * events) / 1_000_000 / years.length)
  const site = planUsers(random)
  const editions = years.map((year) =>
    planEdition({
      random,
      year,
      users: site.users,
      shape,
      teams: scaled(perMillion.teams),
      signups: scaled(perMillion.signups),
    }),
  )
  const planned = [...site.planned, ...editions.flatMap((edition) => edition.planned)]
  const missing = events - planned.reduce((sum, { times }) => sum + times.length, 0)
  if (missing < 0) throw new Error(`${events} events are too few for ten editions`)
  if (shape === 'spread') return [...planned, ...planVisitors(random, events / 5 - planned.length, missing)]
  const left = lengthen(random, editions.toReversed(), missing)
  return left === 0 ? planned : [...planned, ...planVisitors(random, Math.ceil(left / longStream), left)]
}

/** Adds `events` events to streams of all kinds in turn, until each stream is long. Returns how many are left. */
function lengthen(random: Random, editions: readonly { long: Extensible[][] }[], events: number): number {
  let left = events
  const rounds = Math.max(...editions.flatMap(({ long }) => long.map((kind) => kind.length)))
  for (let round = 0; round < rounds; round++)
    for (const { long } of editions)
      for (const kind of long) {
        const extensible = kind[round]
        if (!extensible) continue
        const { planned, until } = extensible
        const more = longStream - planned.times.length
        if (more > left) return left
        planned.times.push(...timesBetween(random, more, planned.times.at(-1) ?? 0, until))
        left -= more
      }
  return left
}

function timesBetween(random: Random, count: number, from: number, to: number): number[] {
  const times = Array.from({ length: count }, () => Math.floor(from + 1 + random.next() * (to - from - 1)))
  return times.sort((a, b) => a - b)
}

const nameIn = (random: Random): string => `${random.pick(firstNames)} ${random.pick(lastNames)}`
const toEmail = (name: string, number: number): string =>
  `${name.toLowerCase().replace(' ', '.')}.${number}@example.org`
const visitor = (random: Random): Actor => ({ kind: 'visitor', id: random.uuid(), name: null, role: null })

/** Twenty users, who sign in now and then over the years. */
function planUsers(random: Random): { users: User[]; planned: PlannedStream[] } {
  const users = Array.from({ length: 20 }, (_, index): User => {
    const id = random.uuid()
    const fullName = `${firstNames[index]} ${random.pick(lastNames)}`
    const role: Role = index < 2 ? 'TD' : index < 8 ? 'admin' : 'helper'
    const username = `${fullName.split(' ', 1)[0]?.toLowerCase()}${index}`
    const person = { username, fullName, email: toEmail(fullName, index) }
    return { id, actor: { kind: 'staff', id, name: fullName, role }, person, role }
  })
  const planned = users.map(({ id, actor, person, role }): PlannedStream => {
    const added = dateIn(firstYear, 1, 16)
    return {
      stream: `user-${id}`,
      edition: String(firstYear),
      times: [added, ...timesBetween(random, 10, added, dateIn(lastYear, 11, 30))],
      step: (version) =>
        version === 1
          ? { type: 'UserAdded', data: { person, role, verified: false }, actor: system('first-start') }
          : version % 2 === 0
            ? { type: 'UserSignedIn', data: { passkeyId: null }, actor }
            : { type: 'UserSignedOut', data: {}, actor },
    }
  })
  return { users, planned }
}

interface EditionPlan {
  readonly random: Random
  readonly year: number
  readonly users: readonly User[]
  readonly shape: Shape
  readonly teams: number
  readonly signups: number
}

function planEdition(plan: EditionPlan): { planned: PlannedStream[]; long: Extensible[][] } {
  const { random, year, users, shape } = plan
  const edition = String(year)
  const managers = users.filter(({ role }) => role !== 'helper')
  const end = computeDinnerTime(year) - day

  const teams: Team[] = []
  const planned: PlannedStream[] = [...planRollover(year, managers), ...planSession(year, managers)]
  const teamStreams: PlannedStream[] = []
  for (let index = 0; index < plan.teams; index++) {
    const registered = timesBetween(random, 1, dateIn(year, 2, 1), dateIn(year, 4, 30))[0] as number
    const team: Team = { id: random.uuid(), division: index % 2 ? 'comp' : 'rec', registered }
    teams.push(team)
    const count = shape === 'spread' ? 9 : 3
    const times = [registered, ...timesBetween(random, count, registered, end)]
    teamStreams.push(planTeam({ random, year, managers, index, team, times }))
  }
  const signups: Signup[] = []
  const slotStreams = planSlots(plan, managers, teams, signups)
  const dishes = signups.filter(({ category }) => category === 'dishes').slice(0, dinnerDishes)
  const serving = signups.filter(({ category }) => category === 'serving')
  const extensible = (stream: PlannedStream): Extensible => ({ planned: stream, until: end })
  planned.push(...teamStreams, ...slotStreams)
  planned.push(...dishes.map((dish, index) => planDish({ random, year, users }, dish, index)))
  if (shape === 'long') {
    const checkIns = serving
      .slice(0, Math.ceil(plan.teams / 60))
      .map((each) => planCheckIn({ random, year, users }, each))
    planned.push(...checkIns)
    const untilNight = checkIns.map((each) => ({ planned: each, until: computeDinnerTime(year) + 300 * minute }))
    return { planned, long: [teamStreams.map(extensible), slotStreams.map(extensible), untilNight] }
  }
  planned.push(...serving.map((each) => planCheckIn({ random, year, users }, each)))
  planned.push(...signups.filter((_, index) => index % 2 === 0).map((each) => planNotes(plan, managers, each)))
  for (const team of teams) {
    planned.push(...managers.slice(0, 3).map((user) => planContacts(plan, user, team)))
    planned.push(planNotice(plan, team))
  }
  for (let attempt = 0; attempt < plan.signups * 0.4; attempt++) planned.push(planAttempt(random, edition, year))
  return { planned, long: [] }
}

/** From the second year on, a director starts and publishes the edition in January. */
function planRollover(year: number, managers: readonly User[]): PlannedStream[] {
  const actor = managers[0]?.actor
  if (year === firstYear || !actor) return []
  const former = String(year - 1)
  return [
    {
      stream: toEditionStream(year),
      edition: former,
      times: [dateIn(year, 1, 10), dateIn(year, 1, 12)],
      step: (version) =>
        version === 1
          ? {
              type: 'EditionStarted',
              data: { after: former, settings: storedFacts(defaultFacts(year)), copy: [] },
              actor,
            }
          : { type: 'EditionPublished', data: { former }, actor },
    },
  ]
}

function planTeam(plan: {
  readonly random: Random
  readonly year: number
  readonly managers: readonly User[]
  readonly index: number
  readonly team: Team
  readonly times: number[]
}): PlannedStream {
  const { random, year, managers, index, team, times } = plan
  const captain = visitor(random)
  const name = nameIn(random)
  const contact = { name, email: toEmail(name, index), phone: '256 555 0100' }
  const bid = {
    teamName: `${random.pick(lastNames)} ${random.pick(['Hammers', 'Herons', 'Hucks', 'Turkeys', 'Wishbones'])} ${year % 100}-${index}`,
    pastTeamNames: '',
    location: random.pick(places),
    captain: { ...contact, comments: index % 4 === 0 ? 'We arrive on Friday night, "late".' : '' },
    alternate: index % 2 ? { name: nameIn(random), email: `alternate.${index}@example.org`, phone: '' } : null,
  }
  const noteId = random.uuid()
  const decisions = index < confirmedTeams ? ['TeamConfirmed', 'TeamWaitlisted'] : ['TeamWaitlisted', 'TeamConfirmed']
  let [paid, decided, noted] = [false, 0, false]
  /** Returns a change by staff; the kinds of changes repeat. */
  const staffStep = (turn: number): Omit<Step, 'actor'> => {
    switch (turn) {
      case 0:
        paid = !paid
        return { type: paid ? 'TeamMarkedPaid' : 'TeamMarkedUnpaid', data: {} }
      case 1:
        return { type: decisions[decided++ % 2] as string, data: {} }
      case 2:
        noted = !noted
        return noted
          ? { type: 'TeamNoteAdded', data: { noteId, text: 'Called the captain, who will pay at the door.' } }
          : { type: 'TeamNoteRemoved', data: { noteId } }
      case 3:
        return { type: 'TeamSeeded', data: { seed: 1 + random.below(20) } }
      default:
        return { type: 'TeamCorrected', data: { ...bid, location: random.pick(places), reason: 'As they wrote' } }
    }
  }
  // Every third team never pays.
  const turns = index % 3 === 2 ? [1, 2, 3, 4, 2, 3] : [0, 1, 2, 0, 3, 0, 4, 2]
  return {
    stream: `team-${team.id}`,
    edition: String(year),
    times,
    step: (version) => {
      if (version === 1)
        return {
          type: 'TeamRegistered',
          data: { ...bid, division: team.division, awaitsConfirmation: true },
          actor: captain,
        }
      if (version === 2) return { type: 'AddressConfirmed', data: { by: 'link' }, actor: captain }
      return { ...staffStep(turns[(version - 3) % turns.length] as number), actor: random.pick(managers).actor }
    },
  }
}

/** Plans the slots with their sign-ups, and adds these sign-ups to `signups`. */
function planSlots(
  { random, year, shape, signups: count }: EditionPlan,
  managers: readonly User[],
  teams: readonly Team[],
  signups: Signup[],
): PlannedStream[] {
  const streams = Math.max(2, Math.round(count / (shape === 'spread' ? 50 : 500)))
  const edition = String(year)
  return Array.from({ length: streams }, (_, index): PlannedStream => {
    const id = random.uuid()
    const category = index % 5 < 3 && index !== 1 ? 'dishes' : 'serving'
    const signupCount = Math.floor(((index + 1) * count) / streams) - Math.floor((index * count) / streams)
    const described = { description: 'Enough for twenty people.', teamRequirement: 4, maxSignups: signupCount + 10 }
    const slot = (turn: number) =>
      category === 'dishes'
        ? { category, name: `${dishNames[index % dishNames.length]} ${index}`, ...described, teamRequirement: turn }
        : { category, name: `${servings[index % servings.length]} ${index}`, ...described, timeSlot: '18:30' }
    const added = dateIn(year, 1, 20) + index * minute
    const times = [added, ...timesBetween(random, signupCount + 3, dateIn(year, 5, 1), computeDinnerTime(year) - day)]
    const people: { id: string; email: string; name: string }[] = []
    // The ids are needed now, because the streams of the sign-ups are planned before any step runs.
    const ids = Array.from({ length: signupCount }, () => random.uuid())
    const planned: PlannedStream = {
      stream: `slot-${id}`,
      edition,
      times,
      step: (version) => {
        const actor = random.pick(managers).actor
        if (version === 1) return { type: 'SlotAdded', data: { slot: slot(4) }, actor }
        // The sign-ups come first; the later events are about them.
        const signupId = ids[version - 2]
        if (signupId) {
          const name = nameIn(random)
          const email = toEmail(name, version)
          people.push({ id: signupId, name, email })
          const by = visitor(random)
          const person = { name, email }
          const teamId = random.pick(teams).id
          return { type: 'SignedUp', data: { signupId, teamId, visitorId: by.id, person }, actor: by }
        }
        const signedUp = random.pick(people)
        if (version % 3 === 0) return { type: 'SlotChanged', data: { slot: slot(1 + (version % 9)) }, actor }
        if (version % 3 === 1)
          return {
            type: 'AllergensNamed',
            data: { signupId: signedUp.id, allergens: [random.pick(allergenNames)], otherAllergens: '' },
            actor,
          }
        const person = { name: signedUp.name, email: signedUp.email.replace('@', `.${version}@`) }
        return { type: 'SignupCorrected', data: { signupId: signedUp.id, person }, actor }
      },
    }
    for (const [turn, signupId] of ids.entries())
      signups.push({ id: signupId, slotId: id, category, at: times[turn + 1] as number })
    return planned
  })
}

/** What the plans of a dinner's streams need. */
interface DinnerPlan {
  readonly random: Random
  readonly year: number
  readonly users: readonly User[]
}

const iso = (at: number): string => new Date(at).toISOString()

/** A dish at the dinner: it is checked in, warmed, put on two places of the buffet in turn, and emptied. */
function planDish({ random, year, users }: DinnerPlan, { id, slotId, category }: Signup, index: number): PlannedStream {
  const came = computeDinnerTime(year) + index * 2 * minute
  const warmed = computeDinnerTime(year) + (60 + index * 3) * minute
  return {
    stream: `signup-${id}`,
    edition: String(year),
    times: [came, warmed, warmed + 8 * minute, warmed + 15 * minute, warmed + 22 * minute],
    step: (version, at) => {
      const { actor } = random.pick(users)
      if (version === 1) return { type: 'CheckedIn', data: { slotId, category, at: iso(at) }, actor }
      const moment = { dinner: 1, at: iso(at) }
      if (version === 5) return { type: 'DishEmptied', data: moment, actor }
      const to =
        version === 2
          ? { zone: 'warming', position: index % 4 }
          : { zone: 'buffet', position: (index % 4) + (version === 4 ? 4 : 0) }
      return { type: 'DishMoved', data: { ...moment, to }, actor }
    },
  }
}

function planSession(year: number, managers: readonly User[]): PlannedStream[] {
  const actor = managers[0]?.actor ?? system('dinner')
  const began = computeDinnerTime(year)
  return [
    {
      stream: dinnerStream(String(year)),
      edition: String(year),
      times: [began - 5 * day, began + 55 * minute, began + 160 * minute],
      step: (version, at) => {
        if (version === 1) return { type: 'LayoutChanged', data: { warmingSlots: 8, buffetSlots: 8 }, actor }
        return { type: version === 2 ? 'DinnerStarted' : 'DinnerFinished', data: { dinner: 1, at: iso(at) }, actor }
      },
    },
  ]
}

/** A server's check-in, which is undone and made again. */
function planCheckIn({ random, year, users }: DinnerPlan, { id, slotId, category }: Signup): PlannedStream {
  const came = computeDinnerTime(year) + random.below(60) * minute
  return {
    stream: `signup-${id}`,
    edition: String(year),
    times: [came, came + minute, came + 3 * minute],
    step: (version, at) => {
      const { actor } = random.pick(users)
      return version % 2
        ? { type: 'CheckedIn', data: { slotId, category, at: iso(at) }, actor }
        : { type: 'CheckInUndone', data: {}, actor }
    },
  }
}

function planNotes(
  { random, year }: EditionPlan,
  managers: readonly User[],
  { id, slotId, at }: Signup,
): PlannedStream {
  const note = { signupId: id, slotId, noteId: random.uuid() }
  return {
    stream: `notes-${id}`,
    edition: String(year),
    times: timesBetween(random, 4, at, computeDinnerTime(year)),
    step: (version) => {
      const { actor } = random.pick(managers)
      return version % 2
        ? { type: 'SignupNoteAdded', data: { ...note, text: 'Brings two trays.' }, actor }
        : { type: 'SignupNoteRemoved', data: note, actor }
    },
  }
}

function planContacts({ random, year }: EditionPlan, { id, actor }: User, team: Team): PlannedStream {
  const data = { division: team.division, teams: 1, teamId: team.id }
  return {
    stream: `contacts-${id}.${team.id}`,
    edition: String(year),
    times: timesBetween(random, 2, team.registered, computeDinnerTime(year)),
    step: () => ({ type: 'ContactsShown', data, actor }),
  }
}

function planNotice({ random, year }: EditionPlan, { id, registered }: Team): PlannedStream {
  const known = (paid: boolean) => ({ status: 'waitlist', paid })
  return {
    stream: `notice-${id}`,
    edition: String(year),
    times: timesBetween(random, 3, registered, computeDinnerTime(year)),
    step: (version) => ({
      type: 'TeamChangeNoticed',
      data: {
        teamId: id,
        was: known(version % 2 === 0),
        is: known(version % 2 === 1),
        byOrder: false,
        byStaff: true,
        mailed: true,
      },
      actor: system('when-team-changed-then-mail'),
    }),
  }
}

function planAttempt(random: Random, edition: string, year: number): PlannedStream {
  const name = random.uuid().replaceAll('-', '').slice(0, 22)
  return {
    stream: `attempt-${random.uuid()}`,
    edition,
    times: timesBetween(random, 1, dateIn(year, 1, 20), dateIn(year, 11, 30)),
    step: () => ({ type: 'SignInFailed', data: { userId: null, name, times: 1 }, actor: visitor(random) }),
  }
}

/** Visitors who asked for their private link and open it again and again: `streams` streams with `events` events in all. */
function planVisitors(random: Random, streams: number, events: number): PlannedStream[] {
  return Array.from({ length: streams }, (_, index): PlannedStream => {
    const id = random.uuid()
    const actor: Actor = { kind: 'visitor', id, name: null, role: null }
    const contact = { email: toEmail(nameIn(random), index) }
    const year = firstYear + (index % years.length)
    const edition = String(year)
    const count = Math.floor(((index + 1) * events) / streams) - Math.floor((index * events) / streams)
    return {
      stream: `visitor-${id}`,
      edition,
      times: timesBetween(random, count, dateIn(year, 5, 1), dateIn(year, 11, 30)),
      step: (version) =>
        version === 1
          ? { type: 'SignupLinkRequested', data: { contact }, actor }
          : { type: 'SignupsClaimed', data: { contact, edition, generation: 0 }, actor },
    }
  })
}
