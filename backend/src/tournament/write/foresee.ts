import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import type { Untimed } from '../../platform/commands.ts'

/** Returns the state as it would be after the command, for a preview: nothing is stored. */
export function foresee<State, C extends TimedCommand, E extends { type: string; data: Record<string, unknown> }>(
  decider: Decider<State, C, E>,
  { type, data }: Untimed<NoInfer<C>>,
  { state, now }: { readonly state: State; readonly now: Date },
): State {
  // The cast is safe: a command is its type, data and time. The compiler cannot check that for a generic `C`.
  const command = { type, data, metadata: { now } } as unknown as C
  const decided = decider.decide(command, state)
  return (Array.isArray(decided) ? decided : [decided]).reduce(decider.evolve, state)
}
