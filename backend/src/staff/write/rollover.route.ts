import { editionErrors, initialState, toEditionStream } from '@ultimate/events/staff/edition.ts'
import { editionApi } from '@ultimate/events/staff/edition-api.ts'
import {
  publishEditionDecider,
  removeEditionDecider,
  startEdition,
  startEditionDecider,
} from '@ultimate/events/staff/rollover.ts'
import { commandRoute } from '../../platform/commands.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { editionOfYear } from '../read/edition.route.ts'
import { copyIntoEdition, countCopies, discardCopies, isUsed, planStart, readStart } from './rollover.ts'

/** A preview is decided like a start, and not stored. */
export function startEditionRoute(platform: Platform): Route {
  return commandRoute(platform, editionApi.startEdition, async ({ body }, { command: context, send }) => {
    const { year, preview } = body
    const { data, whole } = planStart(body, await listEditions(platform))
    const copied = await countCopies(platform, data.copy)
    if (preview) {
      startEdition({ type: 'StartEdition', data, metadata: { now: context.now } }, initialState(), year)
      return { status: 200, body: { edition: { year, ...whole, state: 'next', version: 0 } as const, copied } }
    }
    await send(startEditionDecider(year), toEditionStream(year), { type: 'StartEdition', data })
    const start = await readStart(platform, year)
    if (start) await copyIntoEdition(platform, start, context)
    const edition = editionOfYear(await listEditions(platform), String(year))
    return { status: 201, body: { edition, copied }, version: edition.version }
  })
}

export function publishEditionRoute(platform: Platform): Route {
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
export function removeEditionRoute(platform: Platform): Route {
  return commandRoute(platform, editionApi.removeEdition, async ({ params }, { command: context, send }) => {
    const year = Number(params.year)
    const { state } = editionOfYear(await listEditions(platform), params.year)
    if (state === 'past') return editionErrors.fail('EDITION_NOT_FOUND')
    const data = { isUsed: await isUsed(platform, year) }
    await send(removeEditionDecider, toEditionStream(year), { type: 'RemoveEdition', data })
    await discardCopies(platform, year, context)
    return { status: 204, body: undefined }
  })
}
