import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { Decider } from '@ultimate/events/language/command.ts'
import { getOrMake } from './shared-reads.ts'

/**
 * Only the state of every 16th version is remembered, because a state may be as large as its stream. Remembering more
 * states would fill the memory; with fewer, more events would be folded again.
 */
const versionsBetween = 16
/** The remembered states, by `evolve` and the last event of each state. They go when the events go. */
const rememberedStates = new WeakMap<object, WeakMap<RecordedEvent, unknown>>()

/**
 * Returns the state of a stream after these events, which have to be all of its events up to a version. The same events
 * are folded once, so that many versions of a long stream cost little more than the last one.
 */
export function stateAfter<State, E extends Event>(
  { evolve, initialState }: Pick<Decider<State, never, E>, 'evolve' | 'initialState'>,
  events: readonly RecordedEvent[],
): State {
  const states = getOrMake(rememberedStates, evolve, () => new WeakMap<RecordedEvent, unknown>())
  // Begins with the newest remembered state: that after the first `folded` events.
  let folded = events.length - (events.length % versionsBetween)
  while (folded > 0 && !states.has(events[folded - 1] as RecordedEvent)) folded -= versionsBetween
  let state = folded === 0 ? initialState() : (states.get(events[folded - 1] as RecordedEvent) as State)
  for (const event of events.slice(folded)) {
    state = evolve(state, event as unknown as E)
    folded++
    if (folded % versionsBetween === 0) states.set(event, state)
  }
  return state
}
