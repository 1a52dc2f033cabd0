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
  /** Sends commands in the name of the caller, with the idempotency key of the request, in {@link current}. */
  readonly send: SendCommand
  /** The edition that was current when the request came: the next one may be published while it is handled. */
  readonly current: Edition
}

type CommandRouteHandler<E extends Endpoint> = (
  request: ValidatedRequest<E>,
  context: CommandRequest,
) => Promise<Answer<AnswerBody<E>>>

/**
 * A route that reads what a decision needs, sends the command, and answers, all in one edition.
 * `answerIfStale` answers with what is stored now: it is sent with the error where `If-Match` names an older version.
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
  const current = buildEdition(platform, platform.current.edition)
  const commandContext = { ...context.commandContext, edition: current.edition }
  return { ...context, commandContext, current, send: sendAs(platform.commands, commandContext) }
}

/** A command without its time, which is that of its context. */
export type Untimed<C extends TimedCommand> = Pick<C, 'type' | 'data'>

/**
 * The options of the command handler that routes may use. The command is `never`, because none of them depends on it.
 * `Found` is the type of what `readBack` reads in the statement that appends: mostly the row that the command changed.
 */
interface SendOptions<Found>
  extends Pick<HandleOptions<never, Found>, 'startsStream' | 'expectedVersion' | 'writes' | 'readBack'> {
  /** Differences from the context that the command is sent in, such as when it happened. */
  readonly context?: Partial<CommandContext>
}

/** Sends a command to a stream. Its type and data are those that the decider decides about. */
export type SendCommand = <State, C extends TimedCommand, E extends Event, Found = unknown>(
  decider: Decider<State, C, E>,
  stream: string,
  command: Untimed<NoInfer<C>>,
  options?: SendOptions<Found>,
) => Promise<HandleResult<State, E, Found>>

/** Sends commands for the actor, at the time and with the idempotency key of this context. */
export function sendAs(commands: CommandHandler, context: CommandContext): SendCommand {
  return <State, C extends TimedCommand, E extends Event, Found>(
    decider: Decider<State, C, E>,
    stream: string,
    { type, data }: Untimed<NoInfer<C>>,
    { context: changes, ...options }: SendOptions<Found> = {},
  ) => {
    // With its time it is a `C`, which the compiler cannot see of a generic type.
    const command = { type, data, metadata: { now: context.now } } as unknown as C
    return commands.handle<State, C, E, Found>(decider, { ...options, stream, command }, { ...context, ...changes })
  }
}

/** Options of a further command of a request, because only one command of a request can claim its key. */
export const withoutKey = { context: { idempotency: null } } as const
