import type { Method } from '@ultimate/events/language/endpoint.ts'
import type { RefusalCatalogue } from '@ultimate/events/language/refusal.ts'
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
 * Literal paths are one look-up; `/api/teams/{id}` is found among the templates of as many segments. Throws, with
 * every reason, where the routes cannot be served as declared.
 */
export function routeTable(routes: readonly Route[], catalogue: RefusalCatalogue): RouteTable {
  const problems = problemsOf(routes, catalogue)
  if (problems.length > 0)
    throw new Error(`The routes cannot be served:\n${problems.map((it) => `- ${it}`).join('\n')}`)
  const places = placesOf(routes)
  const literal = new Map<string, Match>()
  const templates: { segments: readonly string[]; place: Place }[] = []
  for (const place of places) {
    if (place.template.includes('{')) templates.push({ segments: place.template.split('/'), place })
    else literal.set(place.template, { place, params: noParams })
  }
  return {
    find: (path) => {
      const found = literal.get(path)
      if (found) return found
      const segments = path.split('/')
      for (const { segments: wanted, place } of templates) {
        const params = paramsOf(wanted, segments)
        if (params) return { place, params }
      }
      return null
    },
  }
}

function placesOf(routes: readonly Route[]): readonly Place[] {
  const places = new Map<string, Record<string, Route>>()
  for (const route of routes) {
    const { path, method } = route.endpoint
    places.set(path, { ...places.get(path), [method]: route })
  }
  return [...places].map(([template, byMethod]) => ({ template, routes: byMethod }))
}

/** Null where the path is another one; a segment that is no percent-encoded text matches nothing. */
function paramsOf(wanted: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (wanted.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, want] of wanted.entries()) {
    const segment = segments[index] ?? ''
    if (want.startsWith('{')) {
      const value = decoded(segment)
      if (!value) return null
      params[want.slice(1, -1)] = value
    } else if (want !== segment) return null
  }
  return params
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

function problemsOf(routes: readonly Route[], catalogue: RefusalCatalogue): string[] {
  const seen = new Set<string>()
  return routes.flatMap((route) => {
    const name = nameOf(route)
    // `/api/teams/{id}` and `/api/teams/{team}` are one path.
    const shape = name.replace(/\{[^}]*\}/g, '{}')
    const doubled = seen.has(shape) ? [`${name} is declared twice`] : []
    seen.add(shape)
    return [...doubled, ...problemsOfOne(route, catalogue)]
  })
}

function problemsOfOne(route: Route, catalogue: RefusalCatalogue): string[] {
  const { allow, path, params, refusals = [] } = route.endpoint
  const name = nameOf(route)
  const named = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '').toSorted()
  const declared = Object.keys(params?.shape ?? {}).toSorted()
  return [
    ...(declaresPermission(allow) ? [] : [`${name} declares no permission`]),
    ...(path.startsWith('/api/') ? [] : [`${name} does not begin with /api/`]),
    ...(named.join() === declared.join() ? [] : [`${name} declares the params [${declared}] instead of [${named}]`]),
    ...refusals
      .filter((code) => !Object.hasOwn(catalogue, code))
      .map((code) => `${name} may refuse with ${code}, which no catalogue knows`),
  ]
}

const nameOf = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`

/** Looks at the value instead of the type, because this is the last guard. */
function declaresPermission(allow: unknown): boolean {
  if (allow === 'everyone') return true
  return Array.isArray(allow) && allow.length > 0 && allow.every((role) => roles.includes(role))
}
