import Router from '@koa/router'
import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import type { Method } from '@ultimate/events/language/endpoint.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import type { Route } from './route.ts'

/** The routes of one path. */
export interface Place {
  readonly template: string
  readonly routes: { readonly [M in Method]?: Route }
}

export interface Match {
  readonly place: Place
  readonly params: Readonly<Record<string, string>>
}

export interface RouteTable {
  find(path: string): Match | null
}

const noParams = {}

/**
 * Literal paths are one look-up, because the router's walk through all of them costs a seventh of a cheap read;
 * `/api/teams/{id}` is the router's. Throws, with every reason, where the routes cannot be served as declared.
 */
export function routeTable(routes: readonly Route[], registry: ErrorRegistry): RouteTable {
  const problems = problemsOf(routes, registry)
  if (problems.length > 0)
    throw new Error(`The routes cannot be served:\n${problems.map((it) => `- ${it}`).join('\n')}`)
  const literal = new Map<string, Match>()
  const templates = new Map<string, Place>()
  const router = new Router({ sensitive: true, strict: true })
  for (const place of placesOf(routes)) {
    if (!place.template.includes('{')) literal.set(place.template, { place, params: noParams })
    else {
      templates.set(place.template, place)
      router.register(place.template.replace(/\{(\w+)\}/g, ':$1'), ['get'], passOn, { name: place.template })
    }
  }
  return {
    find: (path) => {
      const found = literal.get(path)
      if (found) return found
      const [layer] = router.match(path, 'GET').path
      const place = templates.get(layer?.name ?? '')
      return layer && place ? { place, params: layer.params(path, layer.captures(path)) } : null
    },
  }
}

const passOn = () => undefined

function placesOf(routes: readonly Route[]): readonly Place[] {
  const places = new Map<string, Record<string, Route>>()
  for (const route of routes) {
    const { path, method } = route.endpoint
    places.set(path, { ...places.get(path), [method]: route })
  }
  return [...places].map(([template, byMethod]) => ({ template, routes: byMethod }))
}

function problemsOf(routes: readonly Route[], registry: ErrorRegistry): string[] {
  const seen = new Set<string>()
  return routes.flatMap((route) => {
    const name = nameOf(route)
    // `/api/teams/{id}` and `/api/teams/{team}` are one path.
    const shape = name.replace(/\{[^{}]*\}/g, '{}')
    const doubled = seen.has(shape) ? [`${name} is declared twice`] : []
    seen.add(shape)
    return [...doubled, ...problemsOfOne(route, registry)]
  })
}

function problemsOfOne(route: Route, registry: ErrorRegistry): string[] {
  const { allow, path, params, errors = [], limit } = route.endpoint
  const own = limit && limit !== 'in-handler' ? [limit.refusal, ...Object.keys(limit.weights ?? {})] : []
  const name = nameOf(route)
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '').toSorted()
  const declared = Object.keys(params?.shape ?? {}).toSorted()
  return [
    ...(declaresPermission(allow) ? [] : [`${name} declares no permission`]),
    ...(path.startsWith('/api/') ? [] : [`${name} does not begin with /api/`]),
    ...(named.join() === declared.join() ? [] : [`${name} declares the params [${declared}] instead of [${named}]`]),
    ...[...errors, ...own.filter((code) => code !== undefined)]
      .filter((code) => !Object.hasOwn(registry, code))
      .map((code) => `${name} may refuse with ${code}, which no registry knows`),
  ]
}

const nameOf = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`

/** Looks at the value instead of the type, because this is the last guard. */
function declaresPermission(allow: unknown): boolean {
  if (allow === 'everyone') return true
  return Array.isArray(allow) && allow.length > 0 && allow.every((role) => roles.includes(role))
}
