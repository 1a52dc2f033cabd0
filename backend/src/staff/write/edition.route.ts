import { writeLogoAddress } from '@ultimate/events/language/club-logo.ts'
import { editionErrors } from '@ultimate/events/staff/edition.ts'
import { type Edition, editionApi } from '@ultimate/events/staff/edition-api.ts'
import { logoErrors } from '@ultimate/events/staff/logo.ts'
import { commandRoute } from '../../platform/commands.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { listEditions } from '../editions.ts'
import { keepLogo } from '../photos/photo-files.query.ts'
import { reencodeLogo } from '../photos/reencode.ts'
import { editionOfYear } from '../read/edition.route.ts'
import { changeSettings, listWarnings, previewSettings } from './change-edition.ts'

/** A preview is decided like a change, and not stored. */
export function changeEditionRoute(platform: Platform): Route {
  const read = async (year: string): Promise<Edition> => {
    const found = editionOfYear(await listEditions(platform), year)
    return found.state === 'past' ? editionErrors.fail('EDITION_NOT_FOUND') : found
  }
  return commandRoute(
    platform,
    editionApi.changeEdition,
    async ({ query: { year: asked, preview }, body: settings }, { send, current, expectedVersion }) => {
      const before = await read(asked ?? current.edition)
      if (expectedVersion === undefined) return editionErrors.fail('VERSION_REQUIRED')
      const isPreview = preview === 'true'
      if (!isPreview) await changeSettings(platform, { year: before.year, settings, expectedVersion }, send)
      const edition = isPreview ? previewSettings(before, settings) : await read(String(before.year))
      const body = { edition, warnings: await listWarnings(platform, before, edition) }
      return { status: 200, body, ...(!isPreview && { version: edition.version }) }
    },
    {
      current: async ({ query }, { current }) => {
        const edition = await read(query.year ?? current.edition)
        return { status: 200, body: { edition, warnings: [] }, version: edition.version }
      },
    },
  )
}

/** Stores the bytes alone: a change of the settings makes it the logo. */
export function uploadLogoRoute({ sql }: Platform): Route {
  return route(editionApi.uploadLogo, async ({ body: { logo } }) => {
    const { message } = logoErrors.registry.LOGO_INVALID
    const made = (await reencodeLogo(await logo.bytes())) ?? logoErrors.fail('LOGO_INVALID', { logo: message })
    await keepLogo(sql, made)
    return { status: 201, body: { logo: writeLogoAddress(made) } }
  })
}
