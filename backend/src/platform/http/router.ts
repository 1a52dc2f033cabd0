import Router, { type Layer } from '@koa/router'
import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { DefaultContext } from 'koa'
import compose from 'koa-compose'
import { platformReply } from './answer/error-reply.ts'
import type { Route } from './http-route.ts'
import type { HttpMiddleware, RequestState } from './state.ts'

/**
 * Sends each request to its route, by routers of `@koa/router` with one entry for each; `buildMiddleware` lists what serves
 * it. Throws, with every reason, where the routes cannot be served as declared. `roles` are those that an endpoint may
 * allow.
 */
export function routeRequests(
  routes: readonly Route[],
  { registry, roles }: { readonly registry: ErrorRegistry; readonly roles: readonly string[] },
  buildMiddleware: (route: Route) => HttpMiddleware[],
): HttpMiddleware {
  const problems = listProblems(routes, { registry, roles })
  if (problems.length > 0)
    throw new Error(`The routes cannot be served:\n${problems.map((it) => `- ${it}`).join('\n')}`)
  const routers = new Map<string, HttpMiddleware>()
  for (const [name, some] of Map.groupBy(routes, ({ endpoint }) => resourceOf(endpoint.path))) {
    const router = new Router<RequestState, DefaultContext>({ sensitive: true, strict: true })
    for (const route of some) {
      const { method, path } = route.endpoint
      // Composed here once; the router composes what it is given anew for every request.
      router.register(path.replace(/\{(\w+)\}/g, ':$1'), [method], compose(buildMiddleware(route)), { name: path })
    }
    routers.set(name, withLiteralPathsFirst(router))
  }
  return (ctx, next) => routers.get(resourceOf(ctx.path))?.(ctx, next) ?? next()
}

/** `teams` of `/api/teams/{id}`: the routes of a resource have a router of their own, because a router tries each of its routes. */
const resourceOf = (path: string): string => path.split('/', 3)[2] ?? ''

/**
 * `@koa/router` walks through all of its entries for every request, and composes those that fit anew. A path without
 * parameters is found by one look-up here, and is not taken for an id by an entry such as `/api/teams/:id`.
 */
function withLiteralPathsFirst(router: Router<RequestState, DefaultContext>): HttpMiddleware {
  const walk = router.routes() as HttpMiddleware
  const literal = Map.groupBy(
    router.stack.filter(({ paramNames }) => paramNames.length === 0),
    ({ path }) => path.toString(),
  )
  return (ctx, next) => {
    const layers = literal.get(ctx.path)
    if (!layers) return walk(ctx, next)
    ctx['matched'] = layers
    const layer = layers.find(({ methods }) => methods.includes(ctx.method))
    return layer ? (layer.stack[0] as HttpMiddleware)(ctx, next) : next()
  }
}

/** Names the methods that a path with routes takes: 204 to OPTIONS, 405 to every method that it has no route for. */
export const otherMethods: HttpMiddleware = (ctx, next) => {
  const layers: readonly Layer[] = ctx.matched ?? []
  if (layers.length === 0) return next()
  const known = layers.flatMap(({ methods }) => (methods.includes('GET') ? ['GET', 'HEAD'] : methods))
  const allow = [...known, 'OPTIONS'].join(', ')
  ctx.state.reply =
    ctx.method === 'OPTIONS'
      ? { status: 204, headers: { allow, 'cache-control': 'no-store' }, body: null }
      : platformReply('METHOD_NOT_ALLOWED', { allow })
}

/** Answers what no route and no page has taken. */
export const notFound: HttpMiddleware = () => platformErrors.fail('NOT_FOUND')

interface RouteRules {
  readonly registry: ErrorRegistry
  readonly roles: readonly string[]
}

function listProblems(routes: readonly Route[], known: RouteRules): string[] {
  const seen = new Set<string>()
  return routes.flatMap((route) => {
    const name = nameRoute(route)
    // `/api/teams/{id}` and `/api/teams/{team}` are one path.
    const shape = name.replace(/\{[^{}]*\}/g, '{}')
    const doubled = seen.has(shape) ? [`${name} is declared twice`] : []
    seen.add(shape)
    return [...doubled, ...problemsOfOne(route, known)]
  })
}

function problemsOfOne(route: Route, { registry, roles }: RouteRules): string[] {
  const { method, allow, path, params, errors = [], limit, personal } = route.endpoint
  const own = limit && limit !== 'in-handler' ? [limit.error, ...Object.keys(limit.weights ?? {})] : []
  const name = nameRoute(route)
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '').toSorted()
  const declared = Object.keys(params?.shape ?? {}).toSorted()
  return [
    ...(declaresPermission(allow, roles) ? [] : [`${name} declares no permission`]),
    ...(personal && method !== 'GET' ? [`${name} is declared personal, which only a GET can be`] : []),
    ...(path.startsWith('/api/') ? [] : [`${name} does not begin with /api/`]),
    ...(named.join() === declared.join() ? [] : [`${name} declares the params [${declared}] instead of [${named}]`]),
    ...[...errors, ...own.filter((code) => code !== undefined)]
      .filter((code) => !Object.hasOwn(registry, code))
      .map((code) => `${name} may refuse with ${code}, which no registry knows`),
  ]
}

const nameRoute = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`

/** Looks at the value instead of the type, because this is the last guard. */
function declaresPermission(allow: unknown, roles: readonly string[]): boolean {
  if (allow === 'everyone') return true
  return Array.isArray(allow) && allow.length > 0 && allow.every((role) => roles.includes(role))
}
