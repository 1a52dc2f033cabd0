import { type FactsOfYear, factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import { type ReminderChange, type ReminderKind, reminderKinds } from '@ultimate/events/staff/reminder.ts'

/** The facts have a fee, so that there is each kind of reminder. */
export const historyFacts = (year: number): FactsOfYear => ({
  ...factsOf2025,
  year,
  first_day: `${year}-11-22`,
  last_day: `${year}-11-23`,
  fee: '$300 per team',
  fee_deadline: `${year}-11-15`,
})

export const people = ['becky', 'huck', 'jim', 'joe', 'sid', 'tom'] as const
export type Person = (typeof people)[number]

/** The fates of an email: it arrives, is refused, or its backend ends before or after the server takes it in. */
export const fates = ['arrives', 'arrives', 'arrives', 'refused', 'ends before', 'ends after'] as const
export type Fate = (typeof fates)[number]

/** A site, with everything that can happen to its reminders. */
export interface World {
  join(person: Person): Promise<void>
  cancel(person: Person): Promise<void>
  /** One of two backends looks for what is due. */
  look(backend: 0 | 1, now: Date): Promise<void>
  /** Both look at the same time. */
  lookTogether(now: Date): Promise<void>
  sendByHand(kind: ReminderKind, now: Date): Promise<void>
  set(kind: ReminderKind, change: ReminderChange, now: Date): Promise<void>
  /** The emails of a reminder that was started leave, also once more after that. A backend that ends goes on later. */
  mail(kind: ReminderKind, now: Date, nextFate: () => Fate): Promise<void>
  /** All read models are made again from the log. */
  replay(): Promise<void>
  /** Absent where a world has none. */
  readonly backup?: () => void
  readonly restore?: () => Promise<void>
  /** True while a restore has paused the reminder, and no one has resumed it since. */
  isHeld(kind: ReminderKind): Promise<boolean>
}

/** The emails that arrived, and those that must not have arrived. */
export interface Arrivals {
  readonly counts: Map<string, number>
  readonly wrong: string[]
}

export const noArrivals = (): Arrivals => ({ counts: new Map(), wrong: [] })

export function noteArrival({ counts, wrong }: Arrivals, kind: ReminderKind, person: Person, isIn: boolean): void {
  const name = `${kind} to ${person}`
  counts.set(name, (counts.get(name) ?? 0) + 1)
  if (!isIn) wrong.push(`${name}, who had cancelled`)
}

const hourMs = 3_600_000

/** Runs a history from a day before the first reminder to a day after the dinner. */
export async function runHistory(
  world: World,
  arrivals: Arrivals,
  { random, year }: { readonly random: () => number; readonly year: number },
): Promise<void> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  let now = new Date(`${year}-11-07T15:00:00Z`)
  const end = new Date(`${year}-11-24T00:00:00Z`)
  const hasArrived = (kind: ReminderKind) => people.some((person) => arrivals.counts.has(`${kind} to ${person}`))
  /** A director who sends or resumes what a restore has paused looks first whether it was sent. */
  const mayActOn = async (kind: ReminderKind) => !((await world.isHeld(kind)) && hasArrived(kind))
  const mailAll = async () => {
    for (const kind of reminderKinds) await world.mail(kind, now, () => pick(fates))
  }
  const actions: readonly (() => Promise<void>)[] = [
    () => world.join(pick(people)),
    () => world.join(pick(people)),
    () => world.cancel(pick(people)),
    () => world.look(pick([0, 1] as const), now),
    () => world.look(pick([0, 1] as const), now),
    () => world.lookTogether(now),
    mailAll,
    mailAll,
    async () => {
      const kind = pick(reminderKinds)
      if (random() < 0.2 && (await mayActOn(kind))) await world.sendByHand(kind, now)
    },
    async () => {
      const kind = pick(reminderKinds)
      if (await mayActOn(kind)) await world.set(kind, { paused: random() < 0.3 }, now)
    },
    async () => {
      const at = new Date(now.getTime() + random() * 72 * hourMs).toISOString()
      if (random() < 0.3) await world.set(pick(reminderKinds), { at: pick([at, null]) }, now)
    },
    () => world.replay(),
    async () => world.backup?.(),
    async () => {
      if (random() < 0.15) await world.restore?.()
    },
  ]
  while (now < end) {
    await pick(actions)()
    now = new Date(now.getTime() + random() * random() * 24 * hourMs)
  }
}
