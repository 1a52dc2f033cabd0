import type { CommandHandler } from '@ultimate/event-store/commands.ts'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { Decider, TimedCommand } from '@ultimate/events/language/command.ts'
import { defaultFacts, type FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { Sql } from 'postgres'
import type { Platform } from './module.ts'

/** What queries that show one edition ask. */
export interface Edition {
  readonly sql: Sql
  /** The year whose rows are shown. */
  readonly edition: string
  /** What is set about it. */
  readonly facts: () => Promise<FactsOfYear>
}

/** Reads what is set about an edition: by its year, or about the current one. */
export type ReadFacts = (edition?: string) => Promise<FactsOfYear>

/** The facts of a site on which nothing is set. `current` is the year of its edition. */
export const readDefaultFacts =
  (current: string): ReadFacts =>
  async (edition = current) => ({ year: Number(edition), ...defaultFacts(Number(edition)) })

export interface EditionPlatform extends Platform {
  readonly current: Edition
}

export const currentEdition = ({
  sql,
  configuration,
  facts,
}: Pick<Platform, 'sql' | 'configuration' | 'facts'>): Edition => ({
  sql,
  edition: configuration.edition,
  facts,
})

/**
 * The platform for a module whose streams of these categories belong to the edition that began them: commands change
 * only streams of the configured edition (docs/decisions/0031).
 */
export function inEdition(platform: Platform, categories: readonly string[]): EditionPlatform {
  const current = currentEdition(platform)
  return { ...platform, current, commands: guarded(platform.commands, current.edition, categories) }
}

/**
 * To a command, a stream of another edition looks as if it did not exist; what would begin it anew is refused. The
 * system may finish what an earlier edition began.
 */
function guarded(commands: CommandHandler, edition: string, categories: readonly string[]): CommandHandler {
  return {
    handle: async (decider, handling, context) => {
      if (context.actor.kind === 'system' || !categories.includes(categoryOf(handling.stream)))
        return commands.handle(decider, handling, context)
      const { state, ...handled } = await commands.handle(withinEdition(decider, edition), handling, context)
      return { ...handled, state: state.inner }
    },
  }
}

interface EditionState<State> {
  readonly inner: State
  readonly isForeign: boolean
}

/** By `evolve`: the store keeps the state of a long stream by the functions that fold it, so they must stay the same. */
const folds = new WeakMap<object, Map<string, unknown>>()

type Fold<State, E extends Event> = Pick<Decider<EditionState<State>, TimedCommand, E>, 'evolve' | 'initialState'>

function foldWithin<State, C extends TimedCommand, E extends Event>(
  { evolve, initialState }: Decider<State, C, E>,
  edition: string,
): Fold<State, E> {
  const known = folds.get(evolve) ?? new Map<string, unknown>()
  folds.set(evolve, known)
  const fold = (known.get(edition) as Fold<State, E> | undefined) ?? {
    initialState: () => ({ inner: initialState(), isForeign: false }),
    evolve: ({ inner, isForeign }: EditionState<State>, event: E) => ({
      inner: evolve(inner, event),
      isForeign: isForeign || isOfAnother(event, edition),
    }),
  }
  known.set(edition, fold)
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
      decider.decide(command, decider.initialState())
      return platformErrors.fail('NOT_FOUND')
    },
  }
}

/** Stored events are folded with their metadata; what was decided just now is of the present edition. */
function isOfAnother(event: Event, edition: string): boolean {
  const { metadata } = event as Partial<RecordedEvent>
  return metadata !== undefined && metadata.edition !== edition
}
