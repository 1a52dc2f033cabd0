import fc from 'fast-check'
import { buildSample, listTextFields, type Operation, withField } from '../openapi.ts'
import { brokenJson, hostileJson, hostileText } from './hostile-values.ts'

/** The roles that send requests; `forged` has a token with a wrong signature. */
export const askers = ['visitor', 'owner', 'helper', 'admin', 'td', 'forged'] as const
export type Asker = (typeof askers)[number]

/** A request before it becomes bytes. Lines of headers are latin1, as they are on the wire. */
export interface HostileRequest {
  readonly asker: Asker
  readonly operation: string
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer | null
}

type Change = (request: HostileRequest) => HostileRequest

/** Requests to every call, each with one to three things wrong with it; `ids` are of things that there are. */
export function hostileRequests(
  operations: readonly Operation[],
  ids: readonly string[],
): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(fc.constantFrom(...operations), fc.constantFrom(...askers), fc.constantFrom(...ids), fc.nat(9))
    .chain(([operation, asker, id, lonely]) => {
      // Most errors come before the handler, so every other request is let past role and gate.
      const who = lonely < 4 ? asker : likely(operation)
      const sent = soundRequest(operation, who, id)
      const changes = fc.array(buildChange(operation, id), { minLength: 1, maxLength: 3 })
      return changes.map((all) => all.reduce((request, change) => change(request), sent))
    })
}

const likely = ({ callers }: Operation): Asker => (callers.includes('public') ? 'visitor' : 'td')

function soundRequest({ name, method, path, body }: Operation, asker: Asker, id: string): HostileRequest {
  const target = path.replace('{division}', 'comp').replace(/\{\w+\}/g, id)
  const base = { asker, operation: name, method, target, headers: [], body: null }
  if (!body) return base
  const sample = buildSample(body.schema, '', id)
  if (body.media.startsWith('multipart')) return withForm(base, formParts)
  return withJson(base, Buffer.from(JSON.stringify(sample)))
}

const withHeader = (request: HostileRequest, name: string, value: string): HostileRequest => ({
  ...request,
  headers: [...request.headers, [name, value]],
})
const withoutHeader = (request: HostileRequest, name: string): HostileRequest => ({
  ...request,
  headers: request.headers.filter(([known]) => known !== name),
})
const typed = (request: HostileRequest, type: string) =>
  withHeader(withoutHeader(request, 'content-type'), 'content-type', type)
const withJson = (request: HostileRequest, body: Buffer) => typed({ ...request, body }, 'application/json')

/** The kinds of wrong, each as likely as it is worth. */
function buildChange(operation: Operation, id: string): fc.Arbitrary<Change> {
  return fc.oneof(
    { arbitrary: operation.body ? changedField(operation, id) : changedQuery(operation), weight: 8 },
    { arbitrary: changedQuery(operation), weight: 3 },
    { arbitrary: changedPath(operation), weight: 4 },
    { arbitrary: changedHeader, weight: 5 },
    { arbitrary: changedMedia, weight: 2 },
    { arbitrary: brokenJson.map((body) => (request: HostileRequest) => withJson(request, body)), weight: 2 },
    { arbitrary: damagedForm, weight: 1 },
    { arbitrary: changedMethod, weight: 1 },
    { arbitrary: elsewhere, weight: 1 },
    { arbitrary: fc.constant<Change>((request) => request), weight: 2 },
  )
}

/** One field holds something else, or is missing; or there is one more. */
function changedField({ body }: Operation, id: string): fc.Arbitrary<Change> {
  const schema = body?.schema ?? {}
  const known = [...listTextFields(schema), ...Object.keys(schema.properties ?? {}).map((name) => [name])]
  const strange = fc.constantFrom(['__proto__'], ['constructor', 'prototype'], ['toString'], ['role'], ['id'], [''])
  const field = known.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 6 }, strange) : strange
  return fc.tuple(field, hostileJson, fc.nat(9)).map(([path, value, kind]) => (request) => {
    const text = JSON.stringify(withField(buildSample(schema, '', id), path, kind === 0 ? undefined : value))
    // Keys twice: the first one is the sample's.
    const doubled = kind === 1 ? text.replace(/^\{/, `{${JSON.stringify(String(path[0]))}:"first",`) : text
    return withJson(request, Buffer.from(kind === 2 ? text.slice(0, text.length / 2) : doubled))
  })
}

const escapedAs = ['encodeURIComponent', 'encodeURI', 'as it is'] as const

/** Control characters and spaces would end the line; everything else is sent as its bytes. */
const inTarget = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\0-\x20\x7f]/g, '%00')
const escaped = (text: string, how: (typeof escapedAs)[number]) =>
  how === 'as it is' ? inTarget(text) : globalThis[how](text.toWellFormed()).slice(0, 12_000)

const word = fc
  .tuple(hostileText, fc.constantFrom(...escapedAs))
  .map(([text, how]) => escaped(text, how).slice(0, 12_000))

function changedQuery({ parameters }: Operation): fc.Arbitrary<Change> {
  const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const name = fc.constantFrom(...known, ...known, 'limit', '__proto__', 'a[b]', '', 'at', 'constructor')
  return fc.array(fc.tuple(name, word), { minLength: 1, maxLength: 3 }).map((pairs) => (request) => {
    const query = pairs.map(([key, value]) => `${key}=${value}`).join('&')
    return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${query}` }
  })
}

function changedPath({ path }: Operation): fc.Arbitrary<Change> {
  return fc.tuple(word, fc.nat(6)).map(([text, kind]) => (request) => {
    const { target } = request
    const bent = [
      path.replace(/\{\w+\}/g, text),
      `${target}/`,
      `${target}/${text}`,
      target.replace('/api', '//api'),
      target.replace('/api/', '/api/../api/./'),
      target.toUpperCase(),
      `http://elsewhere.example${target}`,
    ]
    return { ...request, target: bent[kind] ?? target }
  })
}

/** Pages, files and what scanners look for. */
const elsewhere: fc.Arbitrary<Change> = fc
  .oneof(
    fc.constantFrom(
      ...['//x.jpg', '//wp-login.php', '/%ff.js', '/%00.jpg', '/.env', '/.git/config', '/parts/..%2f..%2fpackage.json'],
      ...['/parts/', '/parts/%2e%2e/x.js', '/%', '/%c0%ae%c0%ae/x.js', '*', '/\\..\\x.js', '/a.b/c.', '?a', 'x', '//'],
      ...[
        'http://[',
        '/x.js?%ff',
        '/favicon.svg/',
        '/healthz/',
        '/readyz?x=1',
        '/metrics/..',
        '/api',
        '/api/',
        '/api//',
      ],
    ),
    word.map((text) => `/${text}.js`),
    word.map((text) => `/${text}`),
  )
  .map((target) => (request) => ({ ...request, target }))

const headerNames = [
  ...['accept', 'accept-encoding', 'authorization', 'content-length', 'cookie', 'expect', 'host', 'idempotency-key'],
  ...['if-match', 'if-none-match', 'last-event-id', 'origin', 'range', 'transfer-encoding', 'upgrade', 'x-request-id'],
  ...['x-forwarded-host', 'x-forwarded-proto', 'x-http-method-override', 'content-encoding', 'connection', 'te'],
]
const headerValues = [
  ...['*', '"v0"', '"v1"', '"v999999999999999"', 'W/"v1"', '"', ',,,', '0', '-1', '1', '5', '99999999999', 'NaN', '+5'],
  ...['Bearer', 'Bearer ', 'Bearer a.b.c', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'Basic dGQ6dGQ=', 'chunked'],
  ...['visitor=', 'visitor=%', 'visitor=x; visitor=y', 'gate=%ff', 'visitor="', '=;=', '[::1', 'a b', 'a:99999', '@'],
  ...['100-continue', 'gzip', 'gzip, chunked', 'identity', 'br;q=9', 'bytes=0-0,-1', 'websocket', 'close', 'upgrade'],
]
/** A line break would begin another header, which is sent on purpose elsewhere. */
const inHeader = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n\0]/g, ' ')
    .slice(0, 9_000)

const changedHeader: fc.Arbitrary<Change> = fc
  .tuple(
    fc.constantFrom(...headerNames),
    fc.oneof({ arbitrary: fc.constantFrom(...headerValues), weight: 3 }, hostileText.map(inHeader)),
    fc.boolean(),
  )
  .map(([name, value, again]) => (request) => {
    const once = withHeader(request, name, value)
    return again && name === 'idempotency-key' ? withHeader(once, name, value) : once
  })

const changedMedia: fc.Arbitrary<Change> = fc
  .constantFrom(
    ...['text/plain', 'application/json; charset=latin1', 'application/json; charset=utf-16', 'application/xml', ''],
    ...['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=', 'application/'],
    ...[
      'multipart/form-data; boundary=x',
      `multipart/form-data; boundary=${'-'.repeat(250)}`,
      'a/b;;;=',
      'json',
      '*/*',
    ],
    ...['application/json; charset="', 'application/vnd.api+json', 'application/json;charset=utf8;charset=x'],
  )
  .map((type) => (request) => typed(request, type))

const changedMethod: fc.Arbitrary<Change> = fc
  .constantFrom('PATCH', 'TRACE', 'OPTIONS', 'HEAD', 'PROPFIND', 'GET', 'POST', 'PUT', 'DELETE', 'get', 'PURGE', 'A')
  .map((method) => (request) => ({ ...request, method }))

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const part = (head: string, content: Buffer | string) =>
  Buffer.concat([Buffer.from(`--x\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])
const titled = part('Content-Disposition: form-data; name="title"', 'Huck Finns')
const pictured = part(
  'Content-Disposition: form-data; name="photo"; filename="a.gif"\r\nContent-Type: image/gif',
  pixel,
)
const end = Buffer.from('--x--\r\n')
const formParts: readonly Buffer[] = [titled, pictured, end]

const withForm = (request: HostileRequest, parts: readonly Buffer[]): HostileRequest =>
  typed({ ...request, body: Buffer.concat([...parts]) }, 'multipart/form-data; boundary=x')

const damagedForm: fc.Arbitrary<Change> = fc
  .oneof(
    fc.constantFrom<readonly Buffer[]>(
      ...[[titled, pictured], [pictured, pictured, end], [titled, titled, end], [end], [], [titled, end, pictured]],
      [part('', 'x'), end],
      [part('Content-Disposition: form-data', 'x'), end],
      [part('Content-Disposition: form-data; name="__proto__"', 'x'), end],
      [part(`Content-Disposition: form-data; name="${'a'.repeat(5_000)}"`, 'x'), end],
      [part(`X: ${'a'.repeat(90_000)}`, 'x'), end],
      [part('Content-Disposition: form-data; name="photo"; filename="../../../x\0.gif"', 'GIF89a'), titled, end],
      [part('Content-Disposition: form-data; name="photo"; filename*=utf-8\'\'%ff', pixel), titled, end],
      Array.from({ length: 50 }, (_, at) => part(`Content-Disposition: form-data; name="f${at}"`, 'x')),
      [Buffer.from('--x\r\n'.repeat(10_000))],
      [Buffer.alloc(90_000, '\r\n--')],
    ),
    hostileText.map((text) => [part('Content-Disposition: form-data; name="title"', text), pictured, end]),
    fc.nat(400).map((length) => [Buffer.concat([...formParts]).subarray(0, length)]),
  )
  .map((parts) => (request) => withForm(request, parts))
