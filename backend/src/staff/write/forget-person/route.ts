import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { forgetPerson } from './forget-person.ts'

export function forgetPersonRoute(platform: Platform): Route {
  return route(staffApi.forgetPerson, async ({ body, query }, context) => {
    const by = signedIn(context).id
    const asked = { by, preview: query.preview === 'true', context: context.command }
    return { status: 200, body: await forgetPerson(platform, body, asked) }
  })
}
