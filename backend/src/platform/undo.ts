import type { TransactionalWrite } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { EventDefinitions, EventOf } from '@ultimate/events/language/event.ts'
import { locateOutbox, type Outbox } from './mail/outbox.ts'
import type { Reads } from './shared-reads.ts'

/**
 * The rules of a module: one for each event whose definition describes the effect of its undo. `PartName` lists the
 * parts of summaries that the rules may name.
 */
export type UndoRules<D extends EventDefinitions, ModulePlatform, PartName extends string = string> = {
  readonly [T in keyof D & string as D[T]['undo'] extends { readonly effect: string } ? T : never]: UndoRule<
    Extract<EventOf<D>, { type: T }>,
    UndoContext<ModulePlatform>,
    PartName
  >
}

interface UndoRule<E extends Event, Context, PartName extends string = string> {
  /**
   * The parts of the stream's summary whose later changes prevent the undo; by default, the parts that the event
   * changed. With `[]`, no later change prevents it.
   */
  readonly preventedBy?: readonly PartName[]
  /**
   * The event follows from other events of its request. `selectCauses` leaves this event out, because the undo of the
   * others also undoes this event. If all events of a request follow from others, `selectCauses` takes the last one.
   */
  readonly followsFromOthers?: true
  /** Returns why an event with this data can never be undone; null if it can. */
  readonly findReasonAgainst?: (data: E['data']) => ReasonAgainst | null
  readonly plan: (event: RecordedEvent<E>, context: Context) => Promise<UndoPlan | ReasonAgainst>
}

/** The sentence that explains to staff why an event cannot be undone. */
export type ReasonAgainst = string

/** `ModulePlatform` is what the rules of a module use of the platform. */
export interface UndoContext<ModulePlatform> {
  readonly platform: ModulePlatform
  /** The earlier events of the stream, oldest first. */
  readonly earlierEvents: readonly RecordedEvent[]
  readonly now: Date
  /** The id of the user who asks. */
  readonly by: string
  readonly reads: Reads
}

export interface UndoPlan {
  /** In the order in which they run. */
  readonly steps: readonly UndoStep[]
  /** Sentences on consequences that the changed parts of summaries do not show, such as emails. */
  readonly consequences?: readonly string[]
}

/** A command of an undo. It appends new events; nothing is deleted. */
export interface UndoStep {
  readonly stream: string
  readonly decider: AnyDecider
  readonly command: TimedCommand
  readonly writes?: readonly TransactionalWrite[]
  /** Runs the command under a lock that keeps out commands which must not overtake it. */
  readonly within?: (work: () => Promise<void>) => Promise<void>
}
type AnyDecider = Decider<unknown, TimedCommand, Event>

/** Builds a step. Checks the types of decider and command against each other, and then forgets them. */
export const buildStep = <State, C extends TimedCommand, E extends Event>(
  decider: Decider<State, C, E>,
  rest: Omit<UndoStep, 'decider' | 'command'> & { readonly command: C },
): UndoStep => ({ ...rest, decider: decider as unknown as AnyDecider })

/**
 * Returns `sentence`, which is about the emails of an undo. On a site without a mail server, returns a request to tell
 * `people` instead.
 */
export const describeEmails = (configuration: Outbox, sentence: string, people: string): string =>
  locateOutbox(configuration) === null ? sentence : `This site sends no email: please tell ${people}.`

/** Staff see the state of a stream in parts. Each has a name, such as `Status`, and shows a value. */
export interface StateSummary {
  readonly [partName: string]: PartValue | undefined
}
/** Words; or a stream, which is shown by the name of its subject. */
export type PartValue = string | { readonly stream: string }

export interface Summarizer extends Presence<string> {
  readonly evolve: (state: unknown, event: Event) => unknown
  readonly initialState: () => unknown
  readonly summarize: (state: unknown, stream: string) => StateSummary
}
interface Presence<PartName extends string> {
  /** The part that shows whether the subject exists. Where it changes, a preview shows no other part. */
  readonly presence?: PartName
}

/** Builds the summarizer of a category. Checks the types against each other, and then forgets them. */
export const summarizeWith = <State, E extends Event, Summary extends StateSummary>(
  { evolve, initialState }: Pick<Decider<State, TimedCommand, E>, 'evolve' | 'initialState'>,
  summarize: (state: State, stream: string) => Summary,
  presence: Presence<PartNameOf<Summary>> = {},
): Summarizer => ({ evolve, initialState, summarize, ...presence }) as unknown as Summarizer

/** The names of all parts that a summary may have. */
export type PartNameOf<Summary extends StateSummary> = Summary extends unknown ? keyof Summary & string : never

export interface ModuleUndo {
  /** By type of event: its rule, or the sentence of its definition that explains why there is none. */
  readonly rules: Readonly<Record<string, BoundRule | Impossible>>
  /** The keys are categories of streams. */
  readonly summaries: Readonly<Record<string, Summarizer>>
  /** Returns the edition whose events can be undone; null for a module whose streams belong to all editions. */
  readonly findEdition: () => string | null
  /** Describes what an event that an undo appends, also one of another module, means for this module. */
  readonly describeConsequences?: (event: StreamEvent) => Promise<readonly string[]>
}
export interface Impossible {
  readonly impossible: ReasonAgainst
}
/** A rule that has its platform. */
export type BoundRule = UndoRule<Event, Omit<UndoContext<unknown>, 'platform'>>
/** An event that is not stored yet, with the stream to which it would be appended. */
export type StreamEvent = Event & { readonly stream: string }

/** Gives the rules of a module its platform, and adds why its other events cannot be undone. */
export function bindUndos<D extends EventDefinitions, ModulePlatform>(
  platform: ModulePlatform,
  events: D,
  rules: UndoRules<D, ModulePlatform>,
): ModuleUndo['rules'] {
  const impossible = Object.entries(events).flatMap(([type, { undo }]) =>
    undo && 'impossible' in undo ? [[type, undo]] : [],
  )
  // The type of each rule names its own event. `findRule` finds the rule by that type, so it never gets another event.
  const untypedRules = rules as unknown as Readonly<Record<string, UndoRule<Event, UndoContext<ModulePlatform>>>>
  const bound = Object.entries(untypedRules).map(([type, rule]): [string, BoundRule] => [
    type,
    { ...rule, plan: (event, context) => rule.plan(event, { ...context, platform }) },
  ])
  return Object.fromEntries([...bound, ...impossible])
}

type Modules = readonly { readonly undo?: ModuleUndo }[]

/** The rule of an event, and the summaries and the edition of its module. */
export interface FoundRule {
  readonly rule: BoundRule
  readonly undo: ModuleUndo
}

/** Returns the rule of an event; else why it can never be undone, no matter what happened since. */
export function findRule({ type, data }: Event, modules: Modules): FoundRule | Impossible {
  const undo = modules.find((module) => module.undo?.rules[type])?.undo
  const rule = undo?.rules[type]
  if (!undo || !rule) return { impossible: 'The site cannot undo this kind of entry.' }
  if ('impossible' in rule) return rule
  const reason = rule.findReasonAgainst?.(data) ?? null
  return reason === null ? { rule, undo } : { impossible: reason }
}

export const hasRule = (event: Event, modules: Modules): boolean => !('impossible' in findRule(event, modules))

/** Selects those events of one request that are to be undone, because the others follow from them. */
export function selectCauses<E extends Event>(events: readonly E[], modules: Modules): readonly E[] {
  const found = events.flatMap((event) => {
    const rule = findRule(event, modules)
    return 'impossible' in rule ? [] : [{ event, followsFromOthers: rule.rule.followsFromOthers }]
  })
  const causes = found.filter(({ followsFromOthers }) => !followsFromOthers)
  return (causes.length > 0 ? causes : found.slice(-1)).map(({ event }) => event)
}
