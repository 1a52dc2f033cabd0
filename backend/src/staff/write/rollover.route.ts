import { editErrors } from '@ultimate/events/platform/errors.ts'
import { editionErrors, editionStreamOf, initialState } from '@ultimate/events/staff/edition.ts'
import { type Edition, editionApi } from '@ultimate/events/staff/edition-api.ts'
import {
  type PublishEdition,
  proposeFacts,
  publishEditionDecider,
  type RemoveEdition,
  removeEditionDecider,
  type StartEdition,
  startEdition,
  startEditionDecider,
} from '@ultimate/events/staff/rollover.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { currentOf, editionOfYear } from '../read/edition.route.ts'
import { copyIntoEdition, countCopies, discardCopies, isUsed, readStart } from './rollover.ts'

/** A preview is decided like a start, and not stored. */
export function startEditionRoute(platform: Platform): Route {
  return route(editionApi.startEdition, async ({ body }, { command: context }) => {
    const { year, first_day: firstDay, preview } = body
    const copy = [...new Set(body.copy)]
    const editions = await listEditions(platform)
    const { state: _, version: __, ...former } = currentOf(editions)
    const known = editions.find((one) => one.year === year)
    if (known && known.state !== 'next') return editionErrors.fail('EDITION_EXISTS')
    if (year < former.year) editErrors.fail('INVALID_FIELDS', { year: `The next edition comes after ${former.year}.` })
    const { begun, whole } = proposeFacts(former, { year, copy, ...(firstDay && { firstDay }) })
    const command: StartEdition = {
      type: 'StartEdition',
      data: { after: String(former.year), settings: begun, copy },
      metadata: { now: context.now },
    }
    if (preview) {
      if (known) return editionErrors.fail('EDITION_EXISTS')
      startEdition(command, initialState(), year)
      const edition: Edition = { year, ...whole, state: 'next', version: 0 }
      return { status: 200, body: { edition, copied: await countCopies(platform, copy) } }
    }
    const copied = await countCopies(platform, copy)
    await platform.commands.handle(startEditionDecider(year), { stream: editionStreamOf(year), command }, context)
    const start = await readStart(platform, year)
    if (start) await copyIntoEdition(platform, start, context)
    const edition = editionOfYear(await listEditions(platform), String(year))
    return { status: 201, body: { edition, copied }, version: edition.version }
  })
}

export function publishEditionRoute(platform: Platform): Route {
  return route(editionApi.publishEdition, async ({ params: { year } }, { command: context }) => {
    const before = editionOfYear(await listEditions(platform), year)
    if (before.state === 'past') return editionErrors.fail('EDITION_NOT_FOUND')
    const command: PublishEdition = {
      type: 'PublishEdition',
      data: { former: platform.current.edition },
      metadata: { now: context.now },
    }
    if (before.state === 'next')
      await platform.commands.handle(publishEditionDecider, { stream: editionStreamOf(year), command }, context)
    const edition = editionOfYear(await listEditions(platform), year)
    return { status: 200, body: { edition }, version: edition.version }
  })
}

/** What was copied goes with it; an automation finishes that where the request is interrupted. */
export function removeEditionRoute(platform: Platform): Route {
  return route(editionApi.removeEdition, async ({ params }, { command: context }) => {
    const year = Number(params.year)
    const { state } = editionOfYear(await listEditions(platform), params.year)
    if (state === 'past') return editionErrors.fail('EDITION_NOT_FOUND')
    const command: RemoveEdition = {
      type: 'RemoveEdition',
      data: { isUsed: await isUsed(platform, year) },
      metadata: { now: context.now },
    }
    await platform.commands.handle(removeEditionDecider, { stream: editionStreamOf(year), command }, context)
    await discardCopies(platform, year, context)
    return { status: 204, body: undefined }
  })
}
