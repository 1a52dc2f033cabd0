import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { compareNames, fold, foldSearch } from '@ultimate/events/language/fold.ts'
import { venueDay, venueTime } from '@ultimate/kit/event/venue-time.ts'
import { detailsSearchText } from '../../common/stated-details.tsx'
import { isLabelOf } from '../labels/label-code.ts'
import type { Mark, Marks } from '../marks.ts'
import type { CheckInCommands } from '../use-check-in-commands.ts'

/** Both lists of a page. A sign-up with a queued command stands in the list to which the command moves it. */
export interface Checklist {
  /** The pending sign-ups in the server's order: by time of serving, slot and person. */
  readonly pending: readonly Signup[]
  /** The latest first, so that the last check-in is easy to undo. */
  readonly checkedIn: readonly CheckedInSignup[]
}

export interface CheckedInSignup {
  readonly signup: Signup
  /** The time of the check-in; ISO. */
  readonly at: string
}

/** The state of the page at one moment: the server's answer with the commands of this device on top. */
export interface PageState
  extends Pick<CheckInCommands, 'marks' | 'unsavedWalkIns' | 'failedCommands' | 'lastCommand'> {
  readonly signups: readonly Signup[]
  readonly lists: Checklist
}

/** `5:42 PM`, as the clocks at the venue show it; with its date when that is another day there than `now`. */
export function timeWithDay(iso: string, now: Date): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return ''
  const time = venueTime(at)
  return venueDay(at) === venueDay(now) ? time : `${venueDay(at)}, ${time}`
}

/** Returns true if the page shows a sign-up as checked in. A queued command of this device overrides the server. */
export const isShownAsCheckedIn = ({ checked_in }: Signup, mark: Mark | undefined): boolean =>
  mark?.checkedIn ?? checked_in

export function buildChecklist(signups: readonly Signup[], marks: Marks): Checklist {
  const pending: Signup[] = []
  const checkedIn: CheckedInSignup[] = []
  for (const signup of signups) {
    const mark = marks.get(signup.id)
    if (isShownAsCheckedIn(signup, mark)) checkedIn.push({ signup, at: signup.checked_at ?? mark?.at ?? '' })
    else pending.push(signup)
  }
  return { pending, checkedIn: checkedIn.toSorted(latestFirst) }
}

/** Compares as texts, because all times have one ISO form. */
function latestFirst(one: CheckedInSignup, other: CheckedInSignup): number {
  if (one.at === other.at) return 0
  return one.at < other.at ? 1 : -1
}

/** Returns the rows that match the search, and all failed ones, which must not be overlooked. */
export function narrowLists(lists: Checklist, search: string, failed: ReadonlySet<string>): Checklist {
  if (search.trim() === '') return lists
  const matches = createMatcher(search)
  const isFound = (signup: Signup) => failed.has(signup.id) || matches(signup)
  return {
    pending: lists.pending.filter(isFound),
    checkedIn: lists.checkedIn.filter(({ signup }) => isFound(signup)),
  }
}

/**
 * Returns whether a sign-up matches: by person or team; a dish also by its name, its named allergens, or the code of
 * its label.
 */
export function createMatcher(search: string): (signup: Signup) => boolean {
  const wanted = foldSearch(search)
  return (signup) => isLabelOf(signup.id, search) || listTexts(signup).some((text) => text.includes(wanted))
}

/** The folded texts that a search reads, the team first. Stored, because each typed letter needs all of them. */
const foldedTexts = new WeakMap<Signup, readonly string[]>()

function listTexts(signup: Signup): readonly string[] {
  const cached = foldedTexts.get(signup)
  if (cached) return cached
  const { person_name, team_name, slot_name, category } = signup
  const dishTexts = category === 'dishes' ? [slot_name, detailsSearchText(signup)] : []
  const texts = [team_name, person_name, ...dishTexts].map(fold)
  foldedTexts.set(signup, texts)
  return texts
}

/** Returns the folded name of the team. */
const teamOf = (signup: Signup): string => listTexts(signup)[0] ?? ''

/** Folds the texts of the sign-ups before the first letter needs all of them. */
export function prepareSearch(signups: readonly Signup[]): void {
  for (const signup of signups) listTexts(signup)
}

/** The dishes that one team brings, or the servers whom it sends. */
export interface FoundTeam {
  readonly name: string
  readonly signups: readonly Signup[]
}

/** Returns the team if the search matches the name of only one, and of several of its sign-ups; otherwise null. */
export function findTeam(rows: readonly Signup[], search: string): FoundTeam | null {
  const wanted = foldSearch(search)
  if (wanted === '') return null
  const matching = rows.filter((row) => teamOf(row).includes(wanted))
  const name = matching[0]?.team_name
  const isOneTeam = matching.length > 1 && matching.every(({ team_name }) => team_name === name)
  return name && isOneTeam ? { name, signups: matching } : null
}

/** A serving slot with its rows. */
export interface Group<Row> {
  readonly slotId: string
  readonly name: string
  /** HH:MM */
  readonly timeSlot: string
  readonly rows: readonly Row[]
}

/** Groups rows by slot. The slots are sorted by start time, then by name; the rows of a slot keep their order. */
export function groupBySlot<Row extends { readonly signup: Signup }>(rows: readonly Row[]): Group<Row>[] {
  const groups = Map.groupBy(rows, ({ signup }) => signup.slot_id)
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members
      if (!first) return []
      const { slot_id: slotId, slot_name: name, time_slot: timeSlot } = first.signup
      return [{ slotId, name, timeSlot: timeSlot ?? '', rows: members }]
    })
    .toSorted((one, other) => compareNames(one.timeSlot, other.timeSlot) || compareNames(one.name, other.name))
}
