import type { TimedCommand } from '../language/command.ts'
import { editionStream } from '../language/edition.ts'
import type { ChangeOfPlan, Plan, PlanEvent } from './events.ts'

export type FoundChange = Omit<ChangeOfPlan, 'sequence'>

/** Records how the plans of one address differ from the last email; an email to the owner follows. */
export type NoticePlan = TimedCommand<'NoticePlan', { readonly found: readonly FoundChange[] }>

/** The last recorded change of each sign-up, by its id. */
type LastChanges = ReadonlyMap<string, ChangeOfPlan>

const initialState = (): LastChanges => new Map()

const evolve = (lastChanges: LastChanges, { data }: PlanEvent): LastChanges =>
  new Map([...lastChanges, ...data.signups.map((change) => [change.signupId, change] as const)])

/**
 * Records the same change once, however often a backend finds it. Canceled sign-ups get an event of their own, because
 * their email needs a calendar file of its own kind: it removes entries.
 */
export function noticePlan({ data: { found } }: NoticePlan, lastChanges: LastChanges): PlanEvent[] {
  const changes = found.flatMap((change) => {
    const last = lastChanges.get(change.signupId)
    if (last && isSamePlan(last.is, change.is)) return []
    return [{ ...change, sequence: (last?.sequence ?? 0) + 1 }]
  })
  const canceled = changes.filter(({ is }) => is === null)
  const others = changes.filter(({ is }) => is !== null)
  return [canceled, others].flatMap((signups) =>
    signups.length === 0 ? [] : [{ type: 'PlanChangeNoticed', data: { signups } } as const],
  )
}

export const noticePlanDecider = { decide: noticePlan, evolve, initialState }

export const isSamePlan = (one: Plan | null, other: Plan | null): boolean =>
  one?.name === other?.name && one?.timeSlot === other?.timeSlot

/** `digest` stands for the address, because names of streams may hold no personal data. */
export const planStream = (digest: string, edition: string): string => editionStream(`plan-${digest}`, edition)
