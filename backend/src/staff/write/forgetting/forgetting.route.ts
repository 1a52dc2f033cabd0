import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import type { ForgetRequest } from '@ultimate/events/staff/people-api.ts'
import { commandRoute } from '../../../platform/commands.ts'
import { type Route, route } from '../../../platform/http/http-route.ts'
import type { Platform } from '../../../platform/module.ts'
import { requireUser } from '../../authenticator.ts'
import { type ErasureRow, readOpenRequests, readRequest } from '../../read/erasures.view.ts'
import { forgetPerson } from './forget-person.ts'
import { declineForgettingDecider, erasureStream, requestForgettingDecider } from './forgetting.decider.ts'

export const forgettingRoutes = (platform: Platform): Route[] => [
  forgetPersonRoute(platform),
  requestForgettingRoute(platform),
  forgetRequestsRoute(platform),
  declineForgettingRoute(platform),
]

function forgetRequestsRoute({ sql, clock }: Platform): Route {
  return route(staffApi.forgetRequests, async () => ({
    status: 200,
    body: { requests: (await readOpenRequests(sql, clock.now())).map(buildAnswer) },
  }))
}

const buildAnswer = ({ id, email, requested_at, until }: ErasureRow): ForgetRequest => ({
  id,
  email,
  at: requested_at.toISOString(),
  until: until.toISOString(),
})

/** A person who can open a link that was mailed to an address may ask to be forgotten under it. */
function requestForgettingRoute(platform: Platform): Route {
  const { sql, modules } = platform
  return commandRoute(platform, staffApi.requestForgetting, async ({ body: { link } }, { newId, send }) => {
    const email = await findAddress(modules(), link)
    if (email !== null) {
      const id = (await readRequest(sql, email))?.id ?? newId()
      const command = { type: 'RequestForgetting', data: { email } } as const
      await send(requestForgettingDecider, erasureStream(id), command).catch(ignoreRepetition)
    }
    return { status: 202, body: {} }
  })
}

async function findAddress(modules: ReturnType<Platform['modules']>, link: string): Promise<string | null> {
  for (const { findAddressOfLink } of modules) {
    const address = await findAddressOfLink?.(link)
    if (address) return address
  }
  return null
}

/** Ignores that another request asked for the same at the same moment. */
function ignoreRepetition(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'FORGETTING_REQUESTED')) throw error
}

function declineForgettingRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.declineForgetting, async ({ params: { id }, body: { reason } }, { send }) => {
    await send(declineForgettingDecider, erasureStream(id), { type: 'DeclineForgetting', data: { reason } })
    return { status: 204, body: undefined }
  })
}

function forgetPersonRoute(platform: Platform): Route {
  return route(staffApi.forgetPerson, async ({ body, query }, context) => {
    const by = requireUser(context).id
    const request = { by, preview: query.preview === 'true', context: context.commandContext }
    return { status: 200, body: await forgetPerson(platform, body, request) }
  })
}
