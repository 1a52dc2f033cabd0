import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { signedIn } from '../../authenticator.ts'
import { requestOf } from '../../read/erasures.view.ts'
import { erasureStream } from '../erasure.ts'
import { forgetPerson } from './forget-person.ts'
import {
  type DeclineForgetting,
  declineForgettingDecider,
  type RequestForgetting,
  requestForgettingDecider,
} from './forgetting.decider.ts'

/** A person who can open a link that was mailed to an address may ask to be forgotten under it. */
export function requestForgettingRoute({ commands, sql, modules }: Platform): Route {
  return route(staffApi.requestForgetting, async ({ body: { link } }, { command: context, newId }) => {
    const email = await addressOf(modules(), link)
    if (email !== null) {
      const id = (await requestOf(sql, email))?.id ?? newId()
      const command: RequestForgetting = { type: 'RequestForgetting', data: { email }, metadata: { now: context.now } }
      await commands
        .handle(requestForgettingDecider, { stream: erasureStream(id), command }, context)
        .catch(askedAlready)
    }
    return { status: 202, body: {} }
  })
}

async function addressOf(modules: ReturnType<Platform['modules']>, link: string): Promise<string | null> {
  for (const { addressOfLink } of modules) {
    const address = await addressOfLink?.(link)
    if (address) return address
  }
  return null
}

/** Ignores that another request asked for the same at the same moment. */
function askedAlready(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'FORGETTING_REQUESTED')) throw error
}

export function declineForgettingRoute({ commands }: Platform): Route {
  return route(staffApi.declineForgetting, async ({ params: { id }, body: { reason } }, { command: context }) => {
    const command: DeclineForgetting = { type: 'DeclineForgetting', data: { reason }, metadata: { now: context.now } }
    await commands.handle(declineForgettingDecider, { stream: erasureStream(id), command }, context)
    return { status: 204, body: undefined }
  })
}

export function forgetPersonRoute(platform: Platform): Route {
  return route(staffApi.forgetPerson, async ({ body, query }, context) => {
    const by = signedIn(context).id
    const asked = { by, preview: query.preview === 'true', context: context.command }
    return { status: 200, body: await forgetPerson(platform, body, asked) }
  })
}
