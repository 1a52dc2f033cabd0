import type { TimedCommand } from '../language/command.ts'
import { editionStream } from '../language/edition.ts'
import type { ChangeOfPlan, Plan, PlanEvent } from './events.ts'

export type FoundChange = Omit<ChangeOfPlan, 'sequence'>

/** Records what became of the sign-ups of one address, from which the email to its owner follows. */
export type NoticePlan = TimedCommand<'NoticePlan', { readonly found: readonly FoundChange[] }>

/** The last noticed change, by sign-up. */
type Noticed = ReadonlyMap<string, ChangeOfPlan>

const initialState = (): Noticed => new Map()

const evolve = (noticed: Noticed, { data }: PlanEvent): Noticed =>
  new Map([...noticed, ...data.signups.map((one) => [one.signupId, one] as const)])

/**
 * The same change is noticed once, however often a backend looks for it. Ended sign-ups are apart from the rest: they
 * leave calendars by a file of their own.
 */
export function noticePlan({ data: { found } }: NoticePlan, noticed: Noticed): PlanEvent[] {
  const changes = found.flatMap((change) => {
    const last = noticed.get(change.signupId)
    if (last && isSamePlan(last.is, change.is)) return []
    return [{ ...change, sequence: (last?.sequence ?? 0) + 1 }]
  })
  return [changes.filter(({ is }) => is === null), changes.filter(({ is }) => is !== null)].flatMap((signups) =>
    signups.length === 0 ? [] : [{ type: 'PlanChangeNoticed', data: { signups } } as const],
  )
}

export const noticePlanDecider = { decide: noticePlan, evolve, initialState }

export const isSamePlan = (one: Plan | null, other: Plan | null): boolean =>
  one?.name === other?.name && one?.timeSlot === other?.timeSlot

/** `digest` stands for the address, because names of streams may hold no personal data. */
export const planStream = (digest: string, edition: string): string => editionStream(`plan-${digest}`, edition)
