import type { ImmediateAutomation } from '@ultimate/event-store/automation.ts'
import { type CommandContext, causedBy } from '@ultimate/event-store/commands.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { ValidatedRequest } from '@ultimate/events/language/endpoint.ts'
import { editErrors } from '@ultimate/events/platform/errors.ts'
import { changeEditionSettingsDecider, editionErrors, toEditionStream, yearOf } from '@ultimate/events/staff/edition.ts'
import type { Copied, Edition, editionApi } from '@ultimate/events/staff/edition-api.ts'
import type { Copy, EditionSettings } from '@ultimate/events/staff/edition-schema.ts'
import type { EditionEvent } from '@ultimate/events/staff/events.ts'
import { proposeFacts, settingsToCopy } from '@ultimate/events/staff/rollover.ts'
import { sendAs } from '../../platform/commands.ts'
import { buildEdition } from '../../platform/edition.ts'
import type { Platform } from '../../platform/module.ts'
import { findCurrent } from '../read/edition.route.ts'

export type StartedEdition = RecordedEvent<Extract<EditionEvent, { type: 'EditionStarted' }>>

/** Reads the newest start of an edition; undefined if it was never started. */
export async function readStart({ log }: Pick<Platform, 'log'>, year: number): Promise<StartedEdition | undefined> {
  const types = ['EditionStarted'] satisfies EditionEvent['type'][]
  const [start] = await log.read({ stream: toEditionStream(year), types, newestFirst: true, limit: 1 })
  return start as StartedEdition | undefined
}

/** Returns the data of the command that starts an edition, and the facts of the edition after copying. */
export function planStart(
  { year, first_day: firstDay, copy: chosen, preview }: ValidatedRequest<typeof editionApi.startEdition>['body'],
  editions: readonly Edition[],
) {
  const copy = [...new Set(chosen)]
  const { state: _, version: __, ...former } = findCurrent(editions)
  const existing = editions.find((one) => one.year === year)
  if (existing && (preview || existing.state !== 'next')) return editionErrors.fail('EDITION_EXISTS')
  if (year < former.year) editErrors.fail('INVALID_FIELDS', { year: `The next edition comes after ${former.year}.` })
  const { withoutCopies, withCopies } = proposeFacts(former, { year, copy, ...(firstDay && { firstDay }) })
  return { data: { after: String(former.year), settings: withoutCopies, copy }, facts: withCopies }
}

/** Returns whether visitors have added something to the edition. */
export async function isUsed({ modules }: Platform, year: number): Promise<boolean> {
  const used = await Promise.all(modules().map(({ editions }) => editions?.isUsed?.(String(year)) ?? false))
  return used.includes(true)
}

/** Counts what there is to copy from the current edition. */
export async function countCopies(platform: Platform, copy: readonly Copy[]): Promise<Copied> {
  const facts = await platform.current.facts()
  const count = async (one: Copy): Promise<number> => {
    if (!copy.includes(one)) return 0
    const settings = settingsToCopy(one, facts)
    if (settings) return countSettings(settings)
    return (await findThings(platform, one)?.count(platform.current)) ?? 0
  }
  return { slots: await count('slots'), rules: await count('rules'), venue: await count('venue') }
}

/** Counts each rule of the game; other settings, such as the venue, are one. */
const countSettings = ({ game_rules }: EditionSettings): number => game_rules?.length ?? 1

/** Finds how a module copies this; undefined for settings. */
const findThings = ({ modules }: Platform, copy: Copy) =>
  modules().flatMap(({ editions }) => editions?.copyable?.[copy] ?? [])[0]

/**
 * Copies what the start of an edition names, each thing by a command whose cause is the start. Things that were copied
 * before are left out, so that an interrupted request can be finished.
 */
export async function copyIntoEdition(
  platform: Platform,
  start: StartedEdition,
  requestContext: CommandContext,
): Promise<void> {
  const { after, copy } = start.data
  const year = yearOf(start.metadata.stream)
  const context = { ...requestContext, idempotency: null, causationId: nameEvent(start) }
  for (const one of copy) {
    const things = findThings(platform, one)
    if (!things) await copySettings(platform, { start, copy: one }, context)
    else
      await things.copy({
        from: buildEdition(platform, after),
        start: nameEvent(start),
        context: { ...context, edition: String(year) },
      })
  }
}

/** Returns a name such as `edition-2026/1`. */
const nameEvent = ({ metadata: { stream, version } }: RecordedEvent): string => `${stream}/${version}`

/** Copies settings once for each start, because a later copy would replace what a director has set since. */
async function copySettings(
  { log, facts, commands }: Platform,
  { start, copy }: { start: StartedEdition; copy: Copy },
  context: CommandContext,
): Promise<void> {
  const settings = settingsToCopy(copy, await facts(start.data.after))
  if (!settings) return
  const { stream, position } = start.metadata
  const eventsSince = (await log.read({ stream, after: position })) as readonly RecordedEvent<EditionEvent>[]
  const isCopied = eventsSince.some(
    ({ type, data, metadata }) =>
      type === 'EditionSettingsChanged' &&
      metadata.causationId === context.causationId &&
      Object.keys(settings).some((key) => key in data.to),
  )
  if (isCopied) return
  const data = { year: yearOf(stream), settings }
  await sendAs(commands, context)(changeEditionSettingsDecider, stream, { type: 'ChangeEditionSettings', data })
}

/** Removes what was copied into an edition that is removed. */
export async function discardCopies(platform: Platform, year: number, requestContext: CommandContext): Promise<void> {
  const edition = String(year)
  const context = { ...requestContext, idempotency: null, edition }
  for (const { editions } of platform.modules())
    for (const things of Object.values(editions?.copyable ?? {}))
      await things.discard(buildEdition(platform, edition), context)
}

const name = 'when-edition-started-or-removed-then-finish'

/**
 * The request that starts or removes an edition copies or discards what belongs to it. This automation finishes
 * requests that were interrupted, so it acts under the name of the user who sent the request.
 */
export function whenEditionStartedOrRemovedThenFinish(platform: Platform): ImmediateAutomation {
  return {
    name,
    on: ['EditionStarted', 'EditionRemoved'] satisfies EditionEvent['type'][],
    handle: async (event) => {
      const { stream, position, actor } = event.metadata
      const types = ['EditionStarted', 'EditionRemoved'] satisfies EditionEvent['type'][]
      // A later start or removal has an event of its own.
      if ((await platform.log.read({ stream, types, after: position, limit: 1 })).length > 0) return
      const context = { ...causedBy(event, name, platform.clock.now()), actor }
      if (event.type === 'EditionRemoved') return discardCopies(platform, yearOf(stream), context)
      await copyIntoEdition(platform, event as StartedEdition, context)
    },
  }
}
