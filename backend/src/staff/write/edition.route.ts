import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { writeWholeDay } from '@ultimate/events/language/edition-facts.ts'
import { dayInHuntsville } from '@ultimate/events/language/venue-clock.ts'
import { editErrors } from '@ultimate/events/platform/errors.ts'
import {
  type ChangeEditionSettings,
  changeEditionSettings,
  changeEditionSettingsDecider,
  editionErrors,
  editionStreamOf,
  initialState,
  mergeSettings,
} from '@ultimate/events/staff/edition.ts'
import { type Edition, editionApi } from '@ultimate/events/staff/edition-api.ts'
import { writeSettings } from '@ultimate/events/staff/edition-words.ts'
import type { EditionEvent } from '@ultimate/events/staff/events.ts'
import { listNewlyDue } from '@ultimate/events/staff/reminder.ts'
import { nameReminder } from '@ultimate/events/staff/reminder-words.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { editionOfYear } from '../read/edition.route.ts'
import { readReminders, stateOf } from '../read/reminders.view.ts'

/** A preview is decided like a change, and not stored. */
export function changeEditionRoute(platform: Platform): Route {
  const { commands, current } = platform
  const present = async (asked: string = current.edition): Promise<Edition> => {
    const found = editionOfYear(await listEditions(platform), asked)
    return found.state === 'past' ? editionErrors.fail('EDITION_NOT_FOUND') : found
  }
  return route(
    editionApi.changeEdition,
    async ({ query: { year: asked, preview }, body: settings }, { command: context, expectedVersion }) => {
      const before = await present(asked)
      const { year } = before
      const stream = editionStreamOf(year)
      if (expectedVersion === undefined) return editionErrors.fail('VERSION_REQUIRED')
      const command: ChangeEditionSettings = {
        type: 'ChangeEditionSettings',
        data: { year, settings },
        metadata: { now: context.now },
      }
      if (preview === 'true') {
        const edition = previewOf(before, command)
        return { status: 200, body: { edition, warnings: await listWarnings(platform, before, edition) } }
      }
      try {
        await commands.handle(changeEditionSettingsDecider, { stream, command, expectedVersion }, context)
      } catch (error) {
        throw error instanceof DomainError && error.code === 'STALE'
          ? await staleSince(platform, stream, expectedVersion)
          : error
      }
      const edition = await present(asked)
      return {
        status: 200,
        body: { edition, warnings: await listWarnings(platform, before, edition) },
        version: edition.version,
      }
    },
    {
      current: async ({ query }) => {
        const edition = await present(query.year)
        return { status: 200, body: { edition, warnings: [] }, version: edition.version }
      },
    },
  )
}

/** The edition as it would be after the command. */
function previewOf({ state, version, ...facts }: Edition, command: ChangeEditionSettings): Edition {
  const { year, ...before } = facts
  const [changed] = changeEditionSettings(command, { ...initialState(), settings: before })
  const to = changed?.type === 'EditionSettingsChanged' ? changed.data.to : {}
  return { year, ...mergeSettings(before, to), state, version }
}

/** Names what others have set since, by field. */
async function staleSince({ log }: Pick<Platform, 'log'>, stream: string, version: number): Promise<DomainError> {
  const events = (await log.read({ stream, newestFirst: true })) as readonly RecordedEvent<EditionEvent>[]
  const since = events.filter(({ metadata }) => metadata.version > version).toReversed()
  const fields = since.flatMap(({ type, data, metadata }) =>
    (type === 'EditionSettingsChanged' ? writeSettings(data.to) : []).map(({ path, value }) => [
      path,
      `${metadata.actor.name ?? 'Someone'} set this to ${value}.`,
    ]),
  )
  return editErrors.error('STALE', Object.fromEntries(fields))
}

/** What may not be meant: in the facts themselves, and for what modules hold. */
async function listWarnings(platform: Platform, before: Edition, after: Edition): Promise<string[]> {
  const { modules, clock } = platform
  const { fee_deadline: deadline } = after
  const isOver = deadline !== null && deadline < dayInHuntsville(clock.now())
  const own = isOver ? [`The deadline of the fee, ${writeWholeDay(deadline)}, has passed.`] : []
  const others = await Promise.all(modules().map(({ warnAboutFacts }) => warnAboutFacts?.(before, after) ?? []))
  return [...own, ...(await warnAboutReminders(platform, before, after)), ...others.flat()]
}

/** Their usual times follow from the facts, and may be now. */
async function warnAboutReminders({ sql, clock }: Platform, before: Edition, after: Edition): Promise<string[]> {
  if (after.state !== 'current') return []
  const { rows } = await readReminders(sql, String(after.year))
  return listNewlyDue(stateOf(rows), { before, after }, clock.now()).map(
    (kind) => `With these dates ${nameReminder[kind]} is due now: it is sent within a minute, unless it is paused.`,
  )
}
