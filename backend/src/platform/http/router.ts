import Router, { type Layer } from '@koa/router'
import type { ErrorRegistry } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import type { DefaultContext } from 'koa'
import compose from 'koa-compose'
import { platformReply } from './answer/error-reply.ts'
import type { Route } from './http-route.ts'
import type { HttpMiddleware, RequestState } from './state.ts'

/**
 * Sends each request to its route, through the middleware that `buildMiddleware` lists. Each route is an entry of a
 * router of `@koa/router`. `roles` are the roles that an endpoint may allow.
 *
 * @throws Error with all reasons, if the routes cannot be served as declared
 */
export function routeRequests(
  routes: readonly Route[],
  { registry, roles }: RouteRules,
  buildMiddleware: (route: Route) => HttpMiddleware[],
): HttpMiddleware {
  const problems = listProblems(routes, { registry, roles })
  if (problems.length > 0)
    throw new Error(`The routes cannot be served:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
  const routers = new Map<string, HttpMiddleware>()
  for (const [resource, routesOfResource] of Map.groupBy(routes, ({ endpoint }) => resourceOf(endpoint.path))) {
    const router = new Router<RequestState, DefaultContext>({ sensitive: true, strict: true })
    for (const route of routesOfResource) {
      const { method, path } = route.endpoint
      // Composed once here, because the router would compose a list anew for every request.
      router.register(path.replace(/\{(\w+)\}/g, ':$1'), [method], compose(buildMiddleware(route)), { name: path })
    }
    routers.set(resource, withLiteralPathsFirst(router))
  }
  return (ctx, next) => routers.get(resourceOf(ctx.path))?.(ctx, next) ?? next()
}

/**
 * Returns `teams` for `/api/teams/{id}`. A router tries each of its routes, so each resource has a router of its own.
 */
const resourceOf = (path: string): string => path.split('/', 3)[2] ?? ''

/**
 * Finds paths without parameters by one look-up: `@koa/router` would walk through all of its entries, and compose those
 * that match. So such a path is also never taken for an id, by an entry such as `/api/teams/:id`.
 */
function withLiteralPathsFirst(router: Router<RequestState, DefaultContext>): HttpMiddleware {
  const walk = router.routes() as HttpMiddleware
  const layersByPath = Map.groupBy(
    router.stack.filter(({ paramNames }) => paramNames.length === 0),
    ({ path }) => path.toString(),
  )
  return (ctx, next) => {
    const layers = layersByPath.get(ctx.path)
    if (!layers) return walk(ctx, next)
    ctx['matched'] = layers
    const layer = layers.find(({ methods }) => methods.includes(ctx.method))
    return layer ? (layer.stack[0] as HttpMiddleware)(ctx, next) : next()
  }
}

/** Names the methods of a path that has routes: answers OPTIONS with 204, and methods without a route with 405. */
export const answerOtherMethods: HttpMiddleware = (ctx, next) => {
  const layers: readonly Layer[] = ctx.matched ?? []
  if (layers.length === 0) return next()
  const methodsOfPath = layers.flatMap(({ methods }) => (methods.includes('GET') ? ['GET', 'HEAD'] : methods))
  const allow = [...methodsOfPath, 'OPTIONS'].join(', ')
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

function listProblems(routes: readonly Route[], rules: RouteRules): string[] {
  const seen = new Set<string>()
  return routes.flatMap((route) => {
    const name = nameRoute(route)
    // `/api/teams/{id}` and `/api/teams/{team}` are one path.
    const shape = name.replace(/\{[^{}]*\}/g, '{}')
    const doubled = seen.has(shape) ? [`${name} is declared twice`] : []
    seen.add(shape)
    return [...doubled, ...listRouteProblems(route, rules)]
  })
}

function listRouteProblems(route: Route, { registry, roles }: RouteRules): string[] {
  const { method, allow, path, params, errors = [], limit, personal } = route.endpoint
  const limitCodes = limit && limit !== 'in-handler' ? [limit.error, ...Object.keys(limit.weights ?? {})] : []
  const name = nameRoute(route)
  const named = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '').toSorted()
  const declared = Object.keys(params?.shape ?? {}).toSorted()
  return [
    ...(declaresPermission(allow, roles) ? [] : [`${name} declares no permission`]),
    ...(personal && method !== 'GET' ? [`${name} is declared personal, which only a GET can be`] : []),
    ...(path.startsWith('/api/') ? [] : [`${name} does not begin with /api/`]),
    ...(named.join() === declared.join() ? [] : [`${name} declares the params [${declared}] instead of [${named}]`]),
    ...[...errors, ...limitCodes.filter((code) => code !== undefined)]
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
