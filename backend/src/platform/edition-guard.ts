import type { CommandHandler } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Edition } from './edition.ts'
import type { Platform } from './module.ts'

/**
 * Hides streams of other editions from commands: for these categories, a command decides as if the stream did not exist,
 * and a decision that would begin it is rejected. The command's edition is the current one, unless its context names
 * another. The system may finish what an earlier edition began (docs/decisions/0031).
 */
export function hideOtherEditions(platform: Platform, categories: readonly string[]): Platform {
  return { ...platform, commands: guardCommands(platform.commands, platform.current, categories) }
}

function guardCommands(commands: CommandHandler, current: Edition, categories: readonly string[]): CommandHandler {
  return {
    handle: async (decider, handling, context) => {
      if (context.actor.kind === 'system' || !categories.includes(categoryOf(handling.stream)))
        return commands.handle(decider, handling, context)
      const { edition = current.edition } = context
      const within = withinEdition(decider, edition)
      // The context names the edition, because another edition may be published before the events are stored.
      const { state, ...handled } = await commands.handle(within, handling, { ...context, edition })
      return { ...handled, state: state.inner }
    },
  }
}

/** The state of a stream, and whether the stream has to be hidden. */
interface EditionState<State> {
  readonly inner: State
  /** True if the stream has events of another edition. */
  readonly isForeign: boolean
}

/**
 * The folds by `evolve`, whose types they have, and by edition. They are made once, because the store caches a stream's
 * state by the functions that fold it.
 */
const folds = new WeakMap<object, Map<string, unknown>>()

type Fold<State, E extends Event> = Pick<Decider<EditionState<State>, TimedCommand, E>, 'evolve' | 'initialState'>

function foldWithin<State, C extends TimedCommand, E extends Event>(
  { evolve, initialState }: Decider<State, C, E>,
  edition: string,
): Fold<State, E> {
  const foldsByEdition = folds.get(evolve) ?? new Map<string, unknown>()
  folds.set(evolve, foldsByEdition)
  const fold = (foldsByEdition.get(edition) as Fold<State, E> | undefined) ?? {
    initialState: () => ({ inner: initialState(), isForeign: false }),
    evolve: ({ inner, isForeign }: EditionState<State>, event: E) => ({
      inner: evolve(inner, event),
      isForeign: isForeign || isOfOtherEdition(event, edition),
    }),
  }
  foldsByEdition.set(edition, fold)
  return fold
}

function withinEdition<State, C extends TimedCommand, E extends Event>(
  decider: Decider<State, C, E>,
  edition: string,
): Decider<EditionState<State>, C, E> {
  return {
    ...foldWithin(decider, edition),
    decide: (command, { inner, isForeign }) => {
      if (!isForeign) return decider.decide(command, inner)
      // Most commands fail here with their own error. One that would begin the stream must not, because it exists.
      decider.decide(command, decider.initialState())
      return platformErrors.fail('NOT_FOUND')
    },
  }
}

/**
 * Returns whether a stored event is of another edition. Events without metadata were decided just now, in this edition.
 */
function isOfOtherEdition(event: Event, edition: string): boolean {
  const { metadata } = event as Partial<RecordedEvent>
  return metadata !== undefined && metadata.edition !== edition
}
