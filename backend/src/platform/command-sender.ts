import type {
  CommandContext,
  CommandHandler,
  Decider,
  HandleOptions,
  HandleResult,
  TimedCommand,
} from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'

/** A command without its time, which is that of its context. */
export type Untimed<C extends TimedCommand> = Pick<C, 'type' | 'data'>

interface SendOptions<Found> extends Omit<HandleOptions<never, Found>, 'stream' | 'command'> {
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
    const command = { type, data, metadata: { now: context.now } } as unknown as C
    return commands.handle<State, C, E, Found>(decider, { ...options, stream, command }, { ...context, ...changes })
  }
}

/** Options of a further command of a request, whose key belongs to another one. */
export const withoutKey = { context: { idempotency: null } } as const
