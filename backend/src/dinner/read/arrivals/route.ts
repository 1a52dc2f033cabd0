import { arrivalApi } from '@ultimate/events/dinner/slots/arrival-api.ts'
import type { EditionPlatform } from '../../../platform/edition.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readUndecided } from './query.ts'

export const undecidedRoute = (platform: EditionPlatform): Route =>
  route(arrivalApi.listUndecided, async () => ({ status: 200, body: { arrivals: await readUndecided(platform) } }))
