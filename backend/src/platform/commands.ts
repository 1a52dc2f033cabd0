import type {
  CommandContext,
  CommandHandler,
  Decider,
  HandleOptions,
  HandleResult,
  TimedCommand,
} from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { AnswerBody, Endpoint, ValidatedRequest } from '@ultimate/events/language/endpoint.ts'
import { buildEdition, type Edition } from './edition.ts'
import { type Answer, type RequestContext, type Route, route } from './http/http-route.ts'
import type { Platform } from './module.ts'

/** A request that sends commands. */
export interface CommandRequest extends RequestContext {
  /** Sends commands in the name of the caller, with the idempotency key of the request, in the edition `current`. */
  readonly send: SendCommand
  /** The edition that was current when the request came. The next edition may be published before the answer. */
  readonly current: Edition
}

type CommandRouteHandler<E extends Endpoint> = (
  request: ValidatedRequest<E>,
  context: CommandRequest,
) => Promise<Answer<AnswerBody<E>>>

/**
 * A route that reads what a decision needs, sends the command, and answers, all in one edition.
 * Where `If-Match` names an older version, the error `STALE` carries the answer of `answerIfStale`: what is stored now.
 */
export function commandRoute<const E extends Endpoint>(
  platform: Platform,
  endpoint: E,
  handle: CommandRouteHandler<E>,
  { answerIfStale }: { readonly answerIfStale?: CommandRouteHandler<E> } = {},
): Route {
  const asRouteHandler =
    (handler: CommandRouteHandler<E>) =>
    (request: ValidatedRequest<E>, context: RequestContext): Promise<Answer<AnswerBody<E>>> =>
      handler(request, toCommandRequest(platform, context))
  return route(endpoint, asRouteHandler(handle), answerIfStale ? { answerIfStale: asRouteHandler(answerIfStale) } : {})
}

function toCommandRequest(platform: Platform, context: RequestContext): CommandRequest {
  // Stays this edition for the whole request. `platform.current` moves on when the next edition is published.
  const current = buildEdition(platform, platform.current.edition)
  const commandContext = { ...context.commandContext, edition: current.edition }
  return { ...context, commandContext, current, send: sendAs(platform.commands, commandContext) }
}

/** A command without its time. The context gives the time. */
export type Untimed<C extends TimedCommand> = Pick<C, 'type' | 'data'>

/** The cast is safe: a command is its type, data and time. The compiler cannot check that for a generic `C`. */
const addTime = <C extends TimedCommand>({ type, data }: Untimed<NoInfer<C>>, now: Date): C =>
  ({ type, data, metadata: { now } }) as unknown as C

/** `Found` is the type of what `readBack` returns: mostly the row that the command changed. */
interface SendOptions<Found> extends Omit<HandleOptions<never, Found>, 'stream' | 'command'> {
  /** Fields that replace those of the sender's context, such as `happenedAt`. */
  readonly context?: Partial<CommandContext>
}

/** Sends a command to a stream. `NoInfer`: the decider alone determines the command's type. */
export type SendCommand = <State, C extends TimedCommand, E extends Event, Found = unknown>(
  decider: Decider<State, C, E>,
  stream: string,
  command: Untimed<NoInfer<C>>,
  options?: SendOptions<Found>,
) => Promise<HandleResult<State, E, Found>>

/** Returns a function that sends commands with the actor, time and idempotency key of this context. */
export function sendAs(commands: CommandHandler, context: CommandContext): SendCommand {
  return <State, C extends TimedCommand, E extends Event, Found>(
    decider: Decider<State, C, E>,
    stream: string,
    untimed: Untimed<NoInfer<C>>,
    { context: changes, ...options }: SendOptions<Found> = {},
  ) => {
    const command = addTime<C>(untimed, context.now)
    return commands.handle<State, C, E, Found>(decider, { ...options, stream, command }, { ...context, ...changes })
  }
}

/** Options for all commands of a request but one, because only one command can claim the request's idempotency key. */
export const withoutKey = { context: { idempotency: null } } as const

/** Returns the state as it would be after the command, for a preview: nothing is stored. */
export function foresee<State, C extends TimedCommand, E extends Event>(
  decider: Decider<State, C, E>,
  command: Untimed<NoInfer<C>>,
  { state, now }: { readonly state: State; readonly now: Date },
): State {
  const decided = decider.decide(addTime<C>(command, now), state)
  return (Array.isArray(decided) ? decided : [decided]).reduce(decider.evolve, state)
}
