import {
  createFindLastData,
  type Description,
  findLastType,
  type History,
  type PastEvent,
} from '../language/sentence/sentence.ts'
import { formatVenueTime } from '../language/venue-clock.ts'
import { entryTypes } from './dish-details.ts'
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
import { defaultBuffetSlots, defaultWarmingSlots } from './session.ts'
import { advanceToDinner, type DishState, evolveDish, placeName, unmoved } from './signup.ts'
import { nameOfSlot } from './slot.ts'

// The words of the audit: helpers of the sentences in `events.ts`. The words for the details of a dish are in
// `dish-details.ts`.

/** Returns the data of the last event that has this type. */
const findLastData = createFindLastData<DinnerEvent>()

/** Returns the definition that a slot has after these events. `SlotRestored` is left out, because it changes none. */
export const findSlot = (events: readonly PastEvent[]): SlotDefinition | undefined => {
  const definition = findLastData(events, 'SlotChanged') ?? findLastData(events, 'SlotAdded')
  return definition?.slot
}
export const nameSlot = ({ earlier }: History): string => findSlot(earlier)?.name ?? 'a slot'

/** Returns the last event about a sign-up that has one of these types. */
const findLastAbout = <T extends DinnerEvent['type']>(
  events: readonly PastEvent[],
  signupId: string,
  types: readonly T[],
): Extract<DinnerEvent, { type: T }> | undefined =>
  (events as readonly DinnerEvent[]).findLast(
    (event): event is Extract<DinnerEvent, { type: T }> =>
      types.some((type) => type === event.type) && 'signupId' in event.data && event.data.signupId === signupId,
  )

/** Returns the contact data that the last event with the person gives. */
export function findContact(events: readonly PastEvent[], signupId: string): Volunteer | undefined {
  const last = findLastAbout(events, signupId, [...entryTypes, 'SignupCorrected'])
  // A walk-in has no address.
  return last && { email: '', ...last.data.person }
}

export const findPersonName = (events: readonly PastEvent[], signupId: string): string =>
  findContact(events, signupId)?.name ?? 'someone'

/** A correction of the name or the address; a correction of the details of a dish is a `DetailsCorrection`. */
interface PersonCorrection {
  readonly signupId: string
  readonly person: Volunteer
  readonly reason?: string | undefined
}

/** Describes only the fields that the correction changed, as they were and as they are. */
export function describeCorrection(history: History, { signupId, person, reason }: PersonCorrection): Description {
  const before = findContact(history.earlier, signupId)
  const changedFields = (['name', 'email'] as const).filter((field) => before?.[field] !== person[field])
  const fieldNames = changedFields.map((field) => (field === 'name' ? 'name' : 'address')).join(' and the ')
  const listValues = (contact?: Volunteer) => changedFields.flatMap((field) => contact?.[field] || []).join(', ')
  const values = listValues(person)
  const signup = `${findPersonName(history.earlier, signupId)}, signed up for ${nameSlot(history)}`
  return {
    // Once the person is forgotten, all fields have placeholders, so none differs.
    text: `corrected the ${fieldNames || 'address'} of ${signup}${values && `, to ${values}`}${reason ? ` (${reason})` : ''}`,
    was: listValues(before) || undefined,
    subject: nameSlot(history),
  }
}

/** Returns ` of Huck Finns`: the name with which the team registered. Empty if the events don't have it. */
export const teamIn = (events: readonly PastEvent[]): string => {
  const name = events.find(({ type }) => type === 'TeamRegistered')?.data['teamName']
  return typeof name === 'string' ? ` of ${name}` : ''
}

/** Finds the slot of a sign-up in its own stream, by the last event that names it. */
const findSlotId = ({ earlier }: History): string | undefined => {
  const event = (earlier as readonly DinnerEvent[]).findLast(({ data }) => 'slotId' in data)
  return event && 'slotId' in event.data ? event.data.slotId : undefined
}

/** Returns `Stuffing (Becky)`: slot and person of a sign-up. Without ids, it is the sign-up of the history's stream. */
export function nameSignup(
  history: History,
  slotId = findSlotId(history),
  signupId = history.stream.slice('signup-'.length),
): string {
  if (slotId === undefined) return 'a sign-up'
  const events = history.of(`slot-${slotId}`)
  return `${findSlot(events)?.name ?? 'a slot'} (${findPersonName(events, signupId)})`
}

/** True where the sign-up of this stream was a walk-in. */
export const hasWalkedIn = (history: History, slotId: string): boolean =>
  history
    .of(`slot-${slotId}`)
    .some(({ type, data }) => type === 'WalkedIn' && data['signupId'] === history.stream.slice('signup-'.length))

/** Describes how a person came into the slot that they are taken out of; undefined where that is not known. */
export function describeEntry({ earlier }: History, signupId: string): string | undefined {
  const event = findLastAbout(earlier, signupId, entryTypes)
  return event && entryWords[event.type]
}
const entryWords = {
  SignedUp: 'signed up',
  SignupRestored: 'signed up',
  WalkedIn: 'a walk-in',
} as const

/**
 * The events that set or clear the check-in. `ArrivalRestored` does neither: the check-in that `RemovedSignupCheckedIn`
 * recorded goes on to count.
 */
const checkInEvents = ['CheckedIn', 'CheckInUndone', 'RemovedSignupCheckedIn', 'SignupReinstated'] as const
/** Describes when the person came, by the clocks at the venue; undefined where they are not checked in. */
export function describeCheckIn({ earlier }: History): string | undefined {
  const at = findCheckInTime(earlier)
  return at === undefined ? undefined : `checked in at ${formatVenueTime(new Date(at))}`
}

function findCheckInTime(events: readonly PastEvent[]): string | undefined {
  const type = findLastType(events, checkInEvents)
  switch (type) {
    case 'CheckedIn':
    case 'RemovedSignupCheckedIn':
      return findLastData(events, type)?.at
    case 'SignupReinstated':
      return findLastData(events, type)?.arrival?.at
    default:
      return undefined
  }
}

/** Describes the place of a dish in this dinner; in each dinner it begins in Holding. */
export const describePlace = ({ earlier }: History, dinner: number): string => {
  const { place } = advanceToDinner(dinner, foldDish(earlier as readonly SignupEvent[]))
  return place.zone === 'holding' ? `in ${placeName(place)}` : `on ${placeName(place)}`
}

/**
 * Folds the moves since the sign-up was last restored; earlier ones no longer count. `evolve` of `signup.ts` would need all
 * events, but a history leaves out the middle of a long stream.
 */
function foldDish(events: readonly SignupEvent[]): DishState {
  const isRestoring = ({ type }: SignupEvent) => type === 'SignupReinstated' || type === 'ArrivalRestored'
  const restoring = events.findLast(isRestoring)
  const since = restoring ? events.slice(events.lastIndexOf(restoring) + 1) : events
  // `SignupReinstated` has the state of the dish as `standing`, if the dish was checked in. Otherwise it is in Holding.
  const restoredDish = restoring?.type === 'SignupReinstated' ? restoring.data.arrival?.standing : undefined
  return since.reduce(evolveDish, restoredDish ?? unmoved)
}

const sessionSteps = ['DinnerStarted', 'DinnerFinished', 'DinnerResumed', 'DinnerReset', 'DinnerReverted'] as const
export const describeSession = ({ earlier }: History): string => {
  const step = findLastType(earlier, sessionSteps)
  if (step === 'DinnerReverted') return describeSessionAfter(findLastData(earlier, step))
  if (step === undefined || step === 'DinnerReset') return 'not started'
  return `dinner ${findLastData(earlier, step)?.dinner}, ${step === 'DinnerFinished' ? 'finished' : 'in progress'}`
}

interface Reverted {
  readonly dinner: number
  readonly startedAt: string | null
  readonly finishedAt: string | null
}
/** Describes the session that a revert leads to. */
export function describeSessionAfter(session: Reverted | undefined): string {
  if (!session?.startedAt) return 'not started'
  return `dinner ${session.dinner}, ${session.finishedAt === null ? 'in progress' : 'finished'}`
}

/**
 * Describes the parts in which the slots differ, with their values in `slot`. Returns undefined if no part differs, or if
 * one slot is not known.
 */
export function describeDifferences(
  slot: SlotDefinition | undefined,
  other: SlotDefinition | undefined,
): string | undefined {
  return slot && other && (partsThatDiffer(slot, other).join(', ') || undefined)
}

type Parts = Readonly<Record<string, SlotDefinition[keyof SlotDefinition] | Recipe | true | undefined>>

/** Lists the parts that differ, with their values in `one`. A part that only `other` has is listed as missing. */
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

export const endingWords: Readonly<Record<ReasonOfEnd, string>> = {
  removed: '',
  'removed-by-staff': ', as staff',
  'slot-deleted': ': the slot was deleted',
}

interface Layout {
  readonly warmingSlots: number
  readonly buffetSlots: number
}
export const findLayout = ({ earlier }: History): Layout =>
  findLastData(earlier, 'LayoutChanged') ?? { warmingSlots: defaultWarmingSlots, buffetSlots: defaultBuffetSlots }
export const layoutWords = ({ warmingSlots, buffetSlots }: Layout): string =>
  `${warmingSlots} warming and ${buffetSlots} buffet slots`

const nameOfPlan = (plan: Plan | null): string =>
  plan === null ? 'removed' : nameOfSlot({ name: plan.name, time_slot: plan.timeSlot })
export const describePlans = (signups: readonly ChangeOfPlan[], part: 'was' | 'is'): string =>
  [...new Set(signups.map((change) => nameOfPlan(change[part])))].join('; ')
