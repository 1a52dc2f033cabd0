import { type Endpoint, endpoint } from '@ultimate/events/language/endpoint.ts'
import { roles } from '@ultimate/events/language/roles.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mergedErrors } from './answer/error-reply.ts'
import { type Route, route } from './http-route.ts'
import { routeRequests } from './router.ts'
import type { HttpContext } from './state.ts'

/** Each route answers with its path and its params. */
const createRouter = (routes: readonly Route[]) =>
  routeRequests(routes, { registry: mergedErrors([]), roles }, ({ endpoint }) => [
    (ctx) => {
      ctx.body = [endpoint.path, ctx['params'] ?? {}]
    },
  ])

function get(path: `/api/${string}`, more: Partial<Endpoint> = {}): Route {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const params =
    names.length > 0 ? { params: z.strictObject(Object.fromEntries(names.map((it) => [it, z.string()]))) } : {}
  const declared = { method: 'GET', path, summary: path, allow: 'everyone', answers: { 200: null }, ...params } as const
  return route(endpoint({ ...declared, ...more }), async () => ({ status: 200, body: undefined }))
}
const permission = (allow: unknown) => ({ allow: allow as Endpoint['allow'] })

describe('The routes', () => {
  const router = createRouter([
    get('/api/teams'),
    get('/api/teams/{id}'),
    get('/api/teams/mine'),
    get('/api/pools/{division}/{id}'),
  ])
  const find = async (path: string) => {
    const ctx = { path, method: 'GET', request: {}, body: 'none' } as unknown as HttpContext
    await router(ctx, async () => undefined)
    return ctx.body
  }
  it.each([
    ['/api/teams', '/api/teams', {}],
    ['/api/teams/mine', '/api/teams/mine', {}],
    ['/api/teams/7', '/api/teams/{id}', { id: '7' }],
    ['/api/teams/a%2Fb', '/api/teams/{id}', { id: 'a/b' }],
    ['/api/pools/comp/1', '/api/pools/{division}/{id}', { division: 'comp', id: '1' }],
  ])('are found by path: %s', async (path, template, params) => {
    expect(await find(path)).toEqual([template, params])
  })

  it.each(['/api', '/api/', '/api/teams/', '/api/Teams', '/api/pools/comp', '/api/pools//1'])(
    'are not found where there are none: %s',
    async (path) => expect(await find(path)).toBe('none'),
  )

  it.each([
    ['without a permission', [get('/api/a', permission(undefined))], 'GET /api/a declares no permission'],
    ['for no role', [get('/api/a', permission([]))], 'GET /api/a declares no permission'],
    ['for an unknown role', [get('/api/a', permission(['boss']))], 'GET /api/a declares no permission'],
    [
      'that are personal without being a read',
      [get('/api/a', { method: 'PUT', personal: true })],
      'PUT /api/a is declared personal, which only a GET can be',
    ],
    ['of one path', [get('/api/{id}'), get('/api/{name}')], 'GET /api/{name} is declared twice'],
    [
      'that refuse with an unknown code',
      [get('/api/a', { errors: ['NO_SUCH_CODE'] })],
      'GET /api/a may refuse with NO_SUCH_CODE, which no registry knows',
    ],
    [
      'whose params have no schema',
      [get('/api/{id}', { params: z.strictObject({}) })],
      'GET /api/{id} declares the params [] instead of [id]',
    ],
  ])('cannot be served %s', (_, routes, problem) => {
    expect(() => createRouter(routes)).toThrow(`The routes cannot be served:\n- ${problem}`)
  })

  it('are all looked at before the app gives up', () => {
    const wrong = [get('/api/a', permission(null)), get('/api/b', { errors: ['X'] })]
    expect(() => createRouter(wrong)).toThrow(/\/api\/a declares no permission\n- GET \/api\/b may refuse/)
  })
})

describe('DomainError codes', () => {
  const staff = (message: string) => ({ name: 'staff', errors: { FORBIDDEN: { status: 403, message } } }) as const
  it('mean one thing in the whole app', () => {
    expect(() => mergedErrors([staff('Go away.')])).toThrow('The error FORBIDDEN of module staff means something else')
    expect(() => mergedErrors([staff('Your role does not allow this.')])).not.toThrow()
  })
})
