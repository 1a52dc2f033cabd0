import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { EventDefinitions, EventOf } from '@ultimate/events/language/event.ts'
import { locateOutbox, type Outbox } from './mail/outbox.ts'
import type { Reads } from './shared-reads.ts'

/** A command that takes something back. It appends new events; nothing is deleted. */
export interface Step {
  readonly stream: string
  readonly decider: AnyDecider
  readonly command: TimedCommand
  readonly writes?: readonly TransactionalWrite[]
  /** Runs the command under a lock that keeps out commands which must not overtake it. */
  readonly within?: (work: () => Promise<void>) => Promise<void>
}
type AnyDecider = Decider<unknown, TimedCommand, Event>

/** Builds a step. Checks the types of decider and command against each other, and then forgets them. */
export const step = <State, C extends TimedCommand, E extends Event>(
  decider: Decider<State, C, E>,
  rest: Omit<Step, 'decider' | 'command'> & { readonly command: C },
): Step => ({ ...rest, decider: decider as unknown as AnyDecider })

/** The steps of an undo, in their order. */
export interface UndoPlan {
  readonly steps: readonly Step[]
  /** Sentences on consequences that the changed values do not show, such as mails. */
  readonly also?: readonly string[]
}

/**
 * Returns `sentence`, which is about the emails of an undo; on a site without a mail server, the request to tell
 * `people` instead.
 */
export const emailed = (configuration: Outbox, sentence: string, people: string): string =>
  locateOutbox(configuration) === null ? sentence : `This site sends no email: please tell ${people}.`

/** What a plan is made from. `ModulePlatform` is what the rules of a module use of the platform. */
export interface UndoContext<ModulePlatform> {
  readonly platform: ModulePlatform
  /** The earlier events of the stream, oldest first. */
  readonly before: readonly RecordedEvent[]
  readonly now: Date
  /** The id of the user who asks. */
  readonly by: string
  readonly reads: Reads
}

/** The sentence that explains why this very event cannot be undone. */
export type ReasonAgainst = string

/** The rule for undoing an event that its definition calls undoable. */
interface UndoRule<E extends Event, Context> {
  /** The parts of the summary that may not have changed since; unless given, all that the event changed. */
  readonly only?: readonly string[]
  /** The event follows from other events of its request, and is undone with them. */
  readonly follows?: true
  /** Returns why an event with this data can never be undone; null if it can. */
  readonly unless?: (data: E['data']) => string | null
  readonly plan: (event: RecordedEvent<E>, context: Context) => Promise<UndoPlan | ReasonAgainst>
}

/** The rules of a module: one for each event whose definition describes the effect of its undo. */
export type UndoRules<D extends EventDefinitions, ModulePlatform> = {
  readonly [T in keyof D & string as D[T]['undo'] extends { readonly effect: string } ? T : never]: UndoRule<
    Extract<EventOf<D>, { type: T }>,
    UndoContext<ModulePlatform>
  >
}

/** One value of a state summary: words, or a stream whose name is shown instead. */
export type SummaryPart = string | { readonly stream: string }
/** The parts of a stream's state that are shown, by their names. */
export type StateSummary = Readonly<Record<string, SummaryPart>>

interface SummarizedStream {
  readonly evolve: (state: unknown, event: Event) => unknown
  readonly initialState: () => unknown
  readonly summary: (state: unknown, stream: string) => StateSummary
  /** The part that decides whether the subject exists. */
  readonly presence?: string | undefined
}

/** Defines how streams of a category are folded and shown. */
export const summarized = <State, E extends Event>(
  { evolve, initialState }: Pick<Decider<State, TimedCommand, E>, 'evolve' | 'initialState'>,
  summary: (state: State, stream: string) => StateSummary,
  presence?: string,
): SummarizedStream => ({ evolve, initialState, summary, presence }) as unknown as SummarizedStream

export interface ModuleUndo {
  readonly rules: Readonly<Record<string, AnyRule>>
  /** The summaries, by category of stream. */
  readonly summaries: Readonly<Record<string, SummarizedStream>>
  /** The edition whose events can be taken back; null for a module whose streams belong to all editions. */
  readonly edition: string | null
  /** Consequences in this module of an event that an undo appends. */
  readonly also?: (event: { readonly type: string; readonly stream: string }) => Promise<readonly string[]>
}
export type PossibleRule = UndoRule<Event, Omit<UndoContext<unknown>, 'platform'>>
type AnyRule = { readonly impossible: string } | PossibleRule

/** Gives the rules of a module its platform, and adds why its other events cannot be undone. */
export function bindUndos<D extends EventDefinitions, ModulePlatform>(
  platform: ModulePlatform,
  events: D,
  rules: UndoRules<D, ModulePlatform>,
): Readonly<Record<string, AnyRule>> {
  // Each rule takes the data of its own event only; the caller finds the rule by the type of the event.
  const rulesByType = rules as unknown as Readonly<Record<string, UndoRule<Event, UndoContext<ModulePlatform>>>>
  return {
    ...Object.fromEntries(
      Object.entries(events).flatMap(([type, { undo }]) => (undo && 'impossible' in undo ? [[type, undo]] : [])),
    ),
    ...Object.fromEntries(Object.entries(rulesByType).map(([type, rule]) => [type, bindRule(rule, platform)])),
  }
}

const bindRule = <ModulePlatform>(
  rule: UndoRule<Event, UndoContext<ModulePlatform>>,
  platform: ModulePlatform,
): PossibleRule => ({
  ...rule,
  plan: (event, context) => rule.plan(event, { ...context, platform }),
})

type RuleOf = (type: string) => AnyRule | undefined

export const ruleIn =
  (modules: readonly { readonly undo?: ModuleUndo }[]): RuleOf =>
  (type) =>
    modules.map(({ undo }) => undo?.rules[type]).find((rule) => rule !== undefined)

/** Returns why an event can never be taken back, no matter what happened since; null where its plan decides. */
export function describeRefusal({ type, data }: Event, ruleOf: RuleOf): string | null {
  const rule = ruleOf(type)
  if (!rule) return 'The site cannot undo this kind of entry.'
  return 'impossible' in rule ? rule.impossible : (rule.unless?.(data as never) ?? null)
}

/** Returns those events of one action whose undo takes the whole action back, because the others follow from them. */
export function causesIn<E extends Event>(events: readonly E[], ruleOf: RuleOf): readonly E[] {
  const possible = events.filter((event) => describeRefusal(event, ruleOf) === null)
  const causes = possible.filter(({ type }) => !(ruleOf(type) as PossibleRule).follows)
  return causes.length > 0 ? causes : possible.slice(-1)
}
