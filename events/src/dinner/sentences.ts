import { momentInHuntsville } from '../language/moment.ts'
import { describeNoteAdded, describeNoteRemoved } from '../language/sentence/note-sentences.ts'
import { count, type Fact, type History, last, lastOf, type Sentences } from '../language/sentence/sentence.ts'
import { dishIn, evolveDish, unmoved } from './dish-state.ts'
import type {
  ChangeOfPlan,
  DinnerEvent,
  Plan,
  ReasonOfEnd,
  Recipe,
  SignupEvent,
  SlotDefinition,
  Volunteer,
} from './events.ts'
import { type DishPlace, defaultBuffetSlots, defaultWarmingSlots, zoneLabels } from './place.ts'
import { isUnlisted, nameOfSlot } from './slot.ts'

type Known = History<DinnerEvent>

const slotIn = (facts: readonly Fact[]): SlotDefinition | undefined => {
  const known = facts as readonly DinnerEvent[]
  return (last(known, 'SlotChanged') ?? last(known, 'SlotAdded'))?.slot
}
const slotOf = ({ earlier }: Known): string => slotIn(earlier)?.name ?? 'a slot'

/** As staff corrected them last. */
const contactIn = (facts: readonly Fact[], signupId: string): Volunteer | undefined =>
  (facts as readonly DinnerEvent[])
    .flatMap((fact) => {
      if (!isNaming(fact) || fact.data.signupId !== signupId) return []
      return { email: '', ...fact.data.person }
    })
    .at(-1)
type Naming = Extract<DinnerEvent, { type: 'SignedUp' | 'SignupRestored' | 'WalkedIn' | 'SignupCorrected' }>
const namings: readonly string[] = [
  'SignedUp',
  'SignupRestored',
  'WalkedIn',
  'SignupCorrected',
] satisfies Naming['type'][]
const isNaming = (fact: DinnerEvent): fact is Naming => namings.includes(fact.type)

const personIn = (facts: readonly Fact[], signupId: string): string => contactIn(facts, signupId)?.name ?? 'someone'

const teamIn = (facts: readonly Fact[]): string => {
  const name = facts.find(({ type }) => type === 'TeamRegistered')?.data['teamName']
  return typeof name === 'string' ? ` of ${name}` : ''
}

/** In a sign-up's own stream: also of one that was removed, and came. */
const slotIdOf = ({ earlier }: Known): string | undefined => {
  const fact = earlier.findLast(({ data }) => 'slotId' in data)
  return fact && 'slotId' in fact.data ? fact.data.slotId : undefined
}

/** A sign-up in its own stream: its slot and the name of the person. */
function signupName(known: Known, slotId = slotIdOf(known), signupId = known.stream.slice('signup-'.length)): string {
  if (slotId === undefined) return 'a sign-up'
  const facts = known.of(`slot-${slotId}`)
  return `${slotIn(facts)?.name ?? 'a slot'} (${personIn(facts, signupId)})`
}

/** In a sign-up's own stream. */
const hasWalkedIn = (known: Known, slotId: string): boolean =>
  known
    .of(`slot-${slotId}`)
    .some(({ type, data }) => type === 'WalkedIn' && data['signupId'] === known.stream.slice('signup-'.length))

const placed = (at: DishPlace): string =>
  at.zone === 'holding' ? zoneLabels.holding : `${zoneLabels[at.zone]} ${at.position + 1}`

/** How a person came into the slot that they are taken out of; undefined where that is not known. */
function joinedOf({ earlier }: Known, signupId: string): string | undefined {
  const joined = earlier.findLast(
    ({ type, data }) => type in joinings && 'signupId' in data && data.signupId === signupId,
  )
  return joined && joinings[joined.type as keyof typeof joinings]
}
const joinings = {
  SignedUp: 'signed up',
  SignupRestored: 'signed up',
  WalkedIn: 'taken in, not signed up before',
} as const

const arrivals = ['CheckedIn', 'CheckInUndone', 'RemovedSignupCheckedIn', 'SignupReinstated'] as const
/** When the person came, as the clocks at the venue showed; undefined where they are not checked in. */
function checkInOf({ earlier }: Known): string | undefined {
  const arrival = lastOf(earlier, arrivals)
  const at =
    arrival === 'CheckedIn' || arrival === 'RemovedSignupCheckedIn'
      ? last(earlier, arrival)?.at
      : arrival === 'SignupReinstated' && last(earlier, arrival)?.arrival?.at
  return at ? `checked in at ${momentInHuntsville(new Date(at))}` : undefined
}

/** A person who is expected again, or let in after a removal, brings a dish that stands where that event says. */
const beginsAnew = ({ type }: DinnerEvent): boolean => type === 'SignupReinstated' || type === 'ArrivalRestored'

/** Of this dinner: in each of them a dish begins in Holding. */
const placeOf = ({ earlier }: Known, dinner: number): string => {
  const [begin, ...facts] = earlier.slice(Math.max(0, earlier.findLastIndex(beginsAnew))) as readonly SignupEvent[]
  const begun = (begin?.type === 'SignupReinstated' && begin.data.arrival?.standing) || unmoved
  const { place: at } = dishIn(dinner, facts.reduce(evolveDish, begin ? evolveDish(begun, begin) : begun))
  return at.zone === 'holding' ? `in ${placed(at)}` : `on ${placed(at)}`
}

const sessionSteps = ['DinnerStarted', 'DinnerFinished', 'DinnerResumed', 'DinnerReset', 'DinnerReverted'] as const
const sessionOf = ({ earlier }: Known): string => {
  const step = lastOf(earlier, sessionSteps)
  if (step === 'DinnerReverted') return sessionAfter(last(earlier, step))
  if (step === undefined || step === 'DinnerReset') return 'not started'
  return `dinner ${last(earlier, step)?.dinner}, ${step === 'DinnerFinished' ? 'finished' : 'in progress'}`
}

type Reverted = Extract<DinnerEvent, { type: 'DinnerReverted' }>['data']
function sessionAfter(now: Reverted | undefined): string {
  if (!now?.startedAt) return 'not started'
  return `dinner ${now.dinner}, ${now.finishedAt === null ? 'in progress' : 'finished'}`
}

/** The parts of a slot that a change touched, as they were. */
function before(slot: SlotDefinition, was: SlotDefinition | undefined): string | undefined {
  return was && (partsThatDiffer(was, slot).join(', ') || undefined)
}

/** The same parts as they are now. */
function differing(slot: SlotDefinition, was: SlotDefinition | undefined): string[] {
  const parts = was ? partsThatDiffer(slot, was) : []
  return parts.length === 0 ? [] : [parts.join(', ')]
}

type Parts = Readonly<Record<string, SlotDefinition[keyof SlotDefinition] | Recipe | true | undefined>>

/** As the first one has them; a part that only the other one has is missing. */
function partsThatDiffer(one: Parts, other: Parts): string[] {
  return Object.entries(partNames)
    .filter(([part]) => JSON.stringify(one[part]) !== JSON.stringify(other[part]))
    .map(([part, words]) => {
      const value = one[part]
      if (value === undefined || value === '') return `no ${words}`
      if (typeof value === 'object') return `${words} “${value.title}”`
      return `${words} ${typeof value === 'string' ? `“${value}”` : value}`
    })
}
type PartOf<S> = S extends unknown ? keyof S : never
const partNames: Readonly<Record<Exclude<PartOf<SlotDefinition>, 'unlisted'>, string>> = {
  name: 'name',
  description: 'description',
  category: 'kind',
  recipe: 'recipe',
  timeSlot: 'time',
  teamRequirement: 'team requirement',
  maxSignups: 'places',
}

const endings: Readonly<Record<ReasonOfEnd, string>> = {
  removed: 'the sign-up was removed',
  'removed-by-staff': 'staff removed the sign-up',
  'slot-deleted': 'the slot was deleted',
}

const standardLayout = { warmingSlots: defaultWarmingSlots, buffetSlots: defaultBuffetSlots }
const layoutOf = (slots: { warmingSlots: number; buffetSlots: number }): string =>
  `${slots.warmingSlots} warming and ${slots.buffetSlots} buffet slots`

const planned = (plan: Plan | null): string =>
  plan === null ? 'removed' : nameOfSlot({ name: plan.name, time_slot: plan.timeSlot })
const plansOf = (signups: readonly ChangeOfPlan[], part: 'was' | 'is'): string =>
  [...new Set(signups.map((change) => planned(change[part])))].join('; ')

/** How the audit describes each fact of this module. */
export const dinnerSentences: Sentences<DinnerEvent> = {
  SlotAdded: ({ slot }) => ({
    text: isUnlisted(slot) ? `added the dish ${slot.name}, which is on no list` : `added the slot ${slot.name}`,
    subject: slot.name,
  }),
  SlotChanged: ({ slot }, { earlier }) => ({
    text: [`changed the slot ${slot.name}`, ...differing(slot, slotIn(earlier))].join(': '),
    was: before(slot, slotIn(earlier)),
    subject: slot.name,
  }),
  SlotDeleted: ({ signupIds }, known) => ({
    text: `deleted the slot ${slotOf(known)}`,
    was: signupIds.length === 0 ? 'no sign-ups' : `${signupIds.length} signed up`,
    subject: slotOf(known),
  }),
  SlotRestored: ({ slot }) => ({ text: `brought back the slot ${slot.name}`, was: 'deleted', subject: slot.name }),
  SignedUp: ({ person, teamId }, known) => ({
    text: `signed up ${person.name}${teamIn(known.of(`team-${teamId}`))} for ${slotOf(known)}`,
    subject: slotOf(known),
  }),
  SignupRestored: ({ person, teamId }, known) => ({
    text: `put ${person.name}${teamIn(known.of(`team-${teamId}`))} back in ${slotOf(known)}`,
    was: 'removed',
    subject: slotOf(known),
  }),
  WalkedIn: ({ person: { name, team } }, known) => ({
    text: `took in ${name}${team && ` of ${team}`} for ${slotOf(known)}, not signed up before`,
    subject: slotOf(known),
  }),
  SignupRemoved: ({ signupId }, known) => ({
    text: `removed ${personIn(known.earlier, signupId)} from ${slotOf(known)}`,
    was: joinedOf(known, signupId),
    subject: slotOf(known),
  }),
  SignupCorrected: ({ signupId, person, reason }, known) => {
    const before = contactIn(known.earlier, signupId)
    const fields = (['name', 'email'] as const).filter((field) => before?.[field] !== person[field])
    const parts = fields.map((field) => (field === 'name' ? 'name' : 'address')).join(' and the ')
    const [was, is] = [before, person].map((one) => fields.flatMap((field) => one?.[field] || []).join(', '))
    const whose = `${personIn(known.earlier, signupId)}, signed up for ${slotOf(known)}`
    return {
      text: `corrected the ${parts || 'address'} of ${whose}${is && `, to ${is}`}${reason ? ` (${reason})` : ''}`,
      was: was || undefined,
      subject: slotOf(known),
    }
  },
  CheckedIn: ({ slotId }, known) => ({
    text: `checked in ${signupName(known, slotId)}`,
    was: 'not checked in',
    subject: signupName(known, slotId),
  }),
  CheckInUndone: (_, known) => ({
    text: `took back the check-in of ${signupName(known)}`,
    was: checkInOf(known),
    subject: signupName(known),
  }),
  DishMoved: ({ to, dinner }, known) => ({
    text: `moved ${signupName(known)} to ${placed(to)}`,
    was: placeOf(known, dinner),
    subject: signupName(known),
  }),
  DishEmptied: ({ dinner }, known) => ({
    text: `marked ${signupName(known)} as done`,
    was: placeOf(known, dinner),
    subject: signupName(known),
  }),
  DishPutBack: ({ dinner }, known) => ({
    text: `put ${signupName(known)} back ${placeOf(known, dinner)}, as not done`,
    was: 'done',
    subject: signupName(known),
  }),
  SignupWithdrawn: ({ slotId, reason }, known) => ({
    text: hasWalkedIn(known, slotId)
      ? `removed the walk-in ${signupName(known, slotId)}`
      : `withdrew ${signupName(known, slotId)}: ${endings[reason]}`,
    was: checkInOf(known) ?? 'not checked in',
    subject: signupName(known, slotId),
  }),
  SignupReinstated: ({ slotId }, known) => ({
    text: `took back the removal of ${signupName(known, slotId)}`,
    was: 'removed',
    subject: signupName(known, slotId),
  }),
  RemovedSignupCheckedIn: ({ slotId }, known) => ({
    text: `checked in ${signupName(known, slotId)} before the removal was known`,
    was: 'removed',
    subject: signupName(known, slotId),
  }),
  ArrivalRestored: (_, known) => ({
    text: `restored ${signupName(known)}, who came although removed`,
    was: 'removed',
    subject: signupName(known),
  }),
  ArrivalDismissed: (_, known) => ({
    text: `left ${signupName(known)} removed, although checked in`,
    was: 'undecided',
    subject: signupName(known),
  }),
  SignupNoteAdded: ({ signupId, slotId, noteId, text }, known) =>
    describeNoteAdded({ noteId, earlier: known.earlier, subject: signupName(known, slotId, signupId) }, text),
  SignupNoteRemoved: ({ signupId, slotId, noteId }, known) =>
    describeNoteRemoved({ noteId, earlier: known.earlier, subject: signupName(known, slotId, signupId) }),
  LayoutChanged: (slots, { earlier }) => {
    const was = last(earlier, 'LayoutChanged') ?? standardLayout
    return { text: `set ${layoutOf(slots)}`, was: layoutOf(was), subject: 'the dinner' }
  },
  DinnerStarted: (_, known) => ({ text: 'started the dinner', was: sessionOf(known), subject: 'the dinner' }),
  DinnerFinished: (_, known) => ({ text: 'finished the dinner', was: sessionOf(known), subject: 'the dinner' }),
  DinnerResumed: (_, known) => ({ text: 'resumed the dinner', was: sessionOf(known), subject: 'the dinner' }),
  DinnerReset: (_, known) => ({ text: 'reset the dinner', was: sessionOf(known), subject: 'the dinner' }),
  DinnerReverted: (now, known) => ({
    text: `set the dinner back: ${sessionAfter(now)}`,
    was: sessionOf(known),
    subject: 'the dinner',
  }),
  SignupLinkRequested: () => ({ text: 'asked for the link to their own sign-ups', subject: 'a visitor' }),
  SignupsClaimed: () => ({ text: 'opened the link to their own sign-ups', subject: 'a visitor' }),
  PlanChangeNoticed: ({ signups }) => ({
    text: `emailed a volunteer about ${count(signups.length, 'sign-up', 'sign-ups')}: ${plansOf(signups, 'is')}`,
    was: plansOf(signups, 'was'),
    subject: 'a volunteer',
  }),
  SignupShown: ({ signupId, slotId }, known) => ({
    text: `saw the contact data of ${signupName(known, slotId, signupId)}`,
    subject: signupName(known, slotId, signupId),
  }),
  SignupsExported: ({ signups }) => ({
    text: `exported ${count(signups, 'sign-up', 'sign-ups')} with contact data`,
    subject: 'exports of sign-ups',
  }),
  VolunteerLinkRevoked: ({ person: { name } }) => ({
    text: `ended the private link of ${name || 'a volunteer'}`,
    was: 'valid',
    subject: name || 'a volunteer',
  }),
}
