import type { AnswerBody, Endpoint, ValidatedRequest } from '@ultimate/events/language/endpoint.ts'
import { type SendCommand, sendAs } from '../command-sender.ts'
import { buildEdition, type Edition } from '../edition.ts'
import type { Platform } from '../module.ts'
import { type Answer, type RequestContext, type Route, route } from './http-route.ts'

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

/** A route that reads the facts which a decision needs, sends the command, and answers, all in one edition. */
export function commandRoute<const E extends Endpoint>(
  platform: Platform,
  endpoint: E,
  handle: CommandRouteHandler<E>,
  { current }: { readonly current?: CommandRouteHandler<E> } = {},
): Route {
  const within =
    (handler: CommandRouteHandler<E>) =>
    (request: ValidatedRequest<E>, context: RequestContext): Promise<Answer<AnswerBody<E>>> =>
      handler(request, toCommandRequest(platform, context))
  return route(endpoint, within(handle), current ? { current: within(current) } : {})
}

function toCommandRequest(platform: Platform, context: RequestContext): CommandRequest {
  const current = buildEdition(platform, platform.current.edition)
  const command = { ...context.command, edition: current.edition }
  return { ...context, command, current, send: sendAs(platform.commands, command) }
}
