import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { describeColorProblem, findColorProblems } from '@ultimate/events/language/club-colors.ts'
import { parseLogoHash, writeLogoAddress } from '@ultimate/events/language/club-logo.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { writeWholeDay } from '@ultimate/events/language/edition-facts.ts'
import { formatVenueDay } from '@ultimate/events/language/venue-clock.ts'
import { editErrors } from '@ultimate/events/platform/errors.ts'
import {
  changeEditionSettings,
  changeEditionSettingsDecider,
  editionErrors,
  initialState,
  mergeSettings,
  toEditionStream,
} from '@ultimate/events/staff/edition.ts'
import { type Edition, editionApi } from '@ultimate/events/staff/edition-api.ts'
import type { EditionSettings } from '@ultimate/events/staff/edition-schema.ts'
import { writeSettings } from '@ultimate/events/staff/edition-words.ts'
import type { EditionEvent } from '@ultimate/events/staff/events.ts'
import { logoErrors, logoMissing } from '@ultimate/events/staff/logo.ts'
import { listNewlyDue } from '@ultimate/events/staff/reminder.ts'
import { nameReminder } from '@ultimate/events/staff/reminder-words.ts'
import {
  publishEditionDecider,
  removeEditionDecider,
  startEdition,
  startEditionDecider,
} from '@ultimate/events/staff/rollover.ts'
import type { SendCommand } from '../../platform/commands.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { readLogo, storeLogo, whileFilesStay } from '../photos/photo-files.query.ts'
import { reencodeLogo } from '../photos/reencode.ts'
import { editionOfYear } from '../read/edition.route.ts'
import { buildState, readReminders } from '../read/reminders.view.ts'
import { copyIntoEdition, countCopies, discardCopies, isUsed, planStart, readStart } from './rollover.ts'

export const editionRoutes = (platform: Platform): Route[] => [
  changeEditionRoute(platform),
  startEditionRoute(platform),
  publishEditionRoute(platform),
  removeEditionRoute(platform),
  uploadLogoRoute(platform),
]

/** Starts the next edition; a preview runs the same decision, and stores nothing. */
function startEditionRoute(platform: Platform): Route {
  return commandRoute(platform, editionApi.startEdition, async ({ body }, { commandContext: context, send }) => {
    const { year, preview } = body
    const { data, facts } = planStart(body, await listEditions(platform))
    const copied = await countCopies(platform, data.copy)
    if (preview) {
      startEdition({ type: 'StartEdition', data, metadata: { now: context.now } }, initialState(), year)
      return { status: 200, body: { edition: { year, ...facts, state: 'next', version: 0 } as const, copied } }
    }
    await send(startEditionDecider(year), toEditionStream(year), { type: 'StartEdition', data })
    const start = await readStart(platform, year)
    if (start) await copyIntoEdition(platform, start, context)
    const edition = editionOfYear(await listEditions(platform), String(year))
    return { status: 201, body: { edition, copied }, version: edition.version }
  })
}

function publishEditionRoute(platform: Platform): Route {
  return commandRoute(platform, editionApi.publishEdition, async ({ params: { year } }, { send, current }) => {
    const before = editionOfYear(await listEditions(platform), year)
    if (before.state === 'past') return editionErrors.fail('EDITION_NOT_FOUND')
    const data = { former: current.edition }
    if (before.state === 'next')
      await send(publishEditionDecider, toEditionStream(year), { type: 'PublishEdition', data })
    const edition = editionOfYear(await listEditions(platform), year)
    return { status: 200, body: { edition }, version: edition.version }
  })
}

/** Removes an edition with what was copied into it; an automation finishes that where the request is interrupted. */
function removeEditionRoute(platform: Platform): Route {
  return commandRoute(platform, editionApi.removeEdition, async ({ params }, { commandContext: context, send }) => {
    const year = Number(params.year)
    const { state } = editionOfYear(await listEditions(platform), params.year)
    if (state === 'past') return editionErrors.fail('EDITION_NOT_FOUND')
    const data = { isUsed: await isUsed(platform, year) }
    await send(removeEditionDecider, toEditionStream(year), { type: 'RemoveEdition', data })
    await discardCopies(platform, year, context)
    return { status: 204, body: undefined }
  })
}

/** Changes settings; a preview runs the same decision, and stores nothing. */
function changeEditionRoute(platform: Platform): Route {
  const readUnlessPast = async (year: string): Promise<Edition> => {
    const edition = editionOfYear(await listEditions(platform), year)
    return edition.state === 'past' ? editionErrors.fail('EDITION_NOT_FOUND') : edition
  }
  return commandRoute(
    platform,
    editionApi.changeEdition,
    async ({ query: { year: askedYear, preview }, body: settings }, { send, current, expectedVersion }) => {
      const before = await readUnlessPast(askedYear ?? current.edition)
      if (expectedVersion === undefined) return editionErrors.fail('VERSION_REQUIRED')
      const isPreview = preview === 'true'
      if (!isPreview) await changeSettings(platform, { year: before.year, settings, expectedVersion }, send)
      const edition = isPreview ? previewSettings(before, settings) : await readUnlessPast(String(before.year))
      const body = { edition, warnings: await listWarnings(platform, before, edition) }
      return { status: 200, body, ...(!isPreview && { version: edition.version }) }
    },
    {
      answerIfStale: async ({ query }, { current }) => {
        const edition = await readUnlessPast(query.year ?? current.edition)
        return { status: 200, body: { edition, warnings: [] }, version: edition.version }
      },
    },
  )
}

/** Stores the bytes of a picture, which a change of the settings can then make the logo. */
function uploadLogoRoute({ sql }: Platform): Route {
  return route(editionApi.uploadLogo, async ({ body: { logo } }) => {
    const { message } = logoErrors.registry.LOGO_INVALID
    const reencoded = (await reencodeLogo(await logo.bytes())) ?? logoErrors.fail('LOGO_INVALID', { logo: message })
    await storeLogo(sql, reencoded)
    return { status: 201, body: { logo: writeLogoAddress(reencoded) } }
  })
}

interface SettingsChange {
  readonly year: number
  readonly settings: EditionSettings
  readonly expectedVersion: number
}

/** Stores the change. If the request names an older version, fails with STALE and with what others have set since. */
async function changeSettings(
  platform: Platform,
  { year, settings, expectedVersion }: SettingsChange,
  send: SendCommand,
): Promise<void> {
  const stream = toEditionStream(year)
  const command = { type: 'ChangeEditionSettings', data: { year, settings } } as const
  try {
    await whileLogoStays(platform, settings.logo, () =>
      send(changeEditionSettingsDecider, stream, command, { expectedVersion }),
    )
  } catch (error) {
    const isStale = error instanceof DomainError && error.code === 'STALE'
    throw isStale ? await buildStaleError(platform, stream, expectedVersion) : error
  }
}

/** Runs `work`, which sets this logo, while no file is dropped; fails if its bytes are already gone. */
async function whileLogoStays(
  { sql }: Pick<Platform, 'sql'>,
  address: string | null | undefined,
  work: () => Promise<unknown>,
): Promise<void> {
  if (!address) await work()
  else
    await whileFilesStay(sql, async () => {
      if ((await readLogo(sql, parseLogoHash(address))) === null)
        return editErrors.fail('INVALID_FIELDS', { logo: logoMissing })
      return work()
    })
}

/** Returns the edition as it would be with these settings. */
function previewSettings({ state, version, ...facts }: Edition, settings: EditionSettings): Edition {
  const { year, ...before } = facts
  const command = { type: 'ChangeEditionSettings', data: { year, settings }, metadata: { now: new Date(0) } } as const
  const [changed] = changeEditionSettings(command, { ...initialState(), settings: before })
  const to = changed?.type === 'EditionSettingsChanged' ? changed.data.to : {}
  return { year, ...mergeSettings(before, to), state, version }
}

/** Returns the error that names, by field, what others have set since this version. */
async function buildStaleError({ log }: Pick<Platform, 'log'>, stream: string, version: number): Promise<DomainError> {
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

/** Lists what may be a mistake in the settings themselves, or contradicts what modules hold. */
async function listWarnings(platform: Platform, before: Edition, after: Edition): Promise<string[]> {
  const { modules, clock } = platform
  const { fee_deadline: deadline } = after
  const isOver = deadline !== null && deadline < formatVenueDay(clock.now())
  const ownWarnings = [
    ...(isOver ? [`The deadline of the fee, ${writeWholeDay(deadline)}, has passed.`] : []),
    ...findColorProblems(after.colors).map(describeColorProblem),
  ]
  const moduleWarnings = await Promise.all(modules().map(({ warnAboutFacts }) => warnAboutFacts?.(before, after) ?? []))
  return [...ownWarnings, ...(await warnAboutReminders(platform, before, after)), ...moduleWarnings.flat()]
}

/** Lists the reminders that the changed settings make due at once: their usual times follow from the settings. */
async function warnAboutReminders({ sql, clock }: Platform, before: Edition, after: Edition): Promise<string[]> {
  if (after.state !== 'current') return []
  const { rows } = await readReminders(sql, String(after.year))
  return listNewlyDue(buildState(rows), { before, after }, clock.now()).map(
    (kind) => `With these dates ${nameReminder[kind]} is due now: it is sent within a minute, unless it is paused.`,
  )
}
