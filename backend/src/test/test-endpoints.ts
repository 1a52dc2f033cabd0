import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import type { Endpoint } from '@ultimate/events/language/endpoint.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import { releasesApi } from '@ultimate/events/releases/api.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { tournamentApi } from '@ultimate/events/tournament/api.ts'

/** Every call of the modules, as it is declared. */
export const moduleEndpoints = Object.values<Endpoint>({ ...tournamentApi, ...dinnerApi, ...staffApi, ...releasesApi })
/** Every call there is. */
export const everyEndpoint = [...moduleEndpoints, ...Object.values<Endpoint>(platformApi)]

export const nameEndpoint = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** An address that fits the template; its ids name nothing that exists unless one is given. */
export const buildAddress = (path: string, id = '00000000-0000-4000-8000-000000000000'): string =>
  path.replace('{division}', 'comp').replace(/\{\w+\}/g, id)

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Returns the names of the calls that the server lists in its OpenAPI description. */
export async function servedCalls(origin: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { paths } = (await (await fetch(`${origin}/api/openapi.json`, { headers })).json()) as OpenApi
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** A call with a body that no schema takes: a caller who is allowed gets errors of fields, and nothing changes. */
export function badCall(method: string, headers: Record<string, string>): RequestInit {
  return {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{"unknown":"field"}' }),
  }
}
