import { releasesErrors } from '@ultimate/events/releases/api.ts'
import { releasesEvents } from '@ultimate/events/releases/events.ts'
import type { PartHost } from '../platform/http/site/part-releases.ts'
import type { Module, Platform } from '../platform/module.ts'
import { bindUndos } from '../platform/undo.ts'
import { releaseArchivesTable } from './archives/archives.query.ts'
import { sumUpReleases } from './desk.ts'
import { partErrorsTable, reportedErrorsTable } from './read/part-errors.query.ts'
import { partReadRoutes } from './read/parts.route.ts'
import { parts, releaseTokens } from './read/parts.view.ts'
import { partRoutes } from './write/parts.route.ts'

// For the programs in `backend/src`.
export { withReleaseTokens } from './secrets/tokens.ts'
export { partReleases } from './serving/live-parts.ts'

/** Releases of the site's parts, and which of them visitors get. */
export function releases(platform: Platform, host: PartHost): Module {
  return {
    name: 'releases',
    description: "Releases of the site's parts, and which of them visitors get",
    events: releasesEvents,
    categories: ['part'],
    errors: releasesErrors.registry,
    // None of its events can be undone, as their definitions state.
    undo: { rules: bindUndos(platform, releasesEvents, {}), summaries: {}, findEdition: () => null },
    sumUpEvents: sumUpReleases,
    readModels: [parts, releaseTokens],
    routes: [...partReadRoutes(platform, host), ...partRoutes(platform, host)],
    automations: [],
    tables: [releaseArchivesTable, partErrorsTable, reportedErrorsTable],
  }
}
