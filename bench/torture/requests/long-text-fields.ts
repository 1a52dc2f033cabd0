import { buildSample, type FieldPath, listTextFields, type Operation, withField } from '../openapi.ts'
import { memoize, type WorstText, worstJson, worstTexts } from './worst-texts.ts'

/** One place where a text can be sent to, and the requests that bring it there. */
export interface TextField {
  readonly name: string
  readonly texts: readonly WorstText[]
  /** Bytes that a text may have there before the server looks at nothing else. */
  readonly bytes: number
  /** `text` is JSON where the field is in a JSON body. */
  request(text: string): Buffer
  /** A text that nothing takes long over, of exactly this length. */
  plain(bytes: number): string
}

const inBody = 100_000
/** `node:http` takes 16 KB of headers; a percent sign makes three bytes of one. */
const inHead = 15_000
const nowhere = '00000000-0000-4000-8000-000000000000'
const boundary = 'torture'
const mark = '@@here@@'

/** Every text field of every call, and the headers that the server reads. `headers` are those of a caller who may. */
export function textFields(operations: readonly Operation[], headers: readonly string[]): TextField[] {
  return [
    ...operations.flatMap((operation) => {
      const needed = operation.callers.includes('public') ? [] : headers
      return [...parameterFields(operation, needed), ...bodyFields(operation, needed)]
    }),
    ...headerFields(headers),
    field('GET /…', inHead, worstTexts, (text) => message(`GET /${encoded(text)}`, [])),
    field('GET /….js', inHead, worstTexts, (text) => message(`GET /${encoded(text)}.js`, [])),
  ]
}

const plainText = (bytes: number) => 'a'.repeat(bytes)

function field(name: string, bytes: number, texts: TextField['texts'], request: TextField['request']): TextField {
  return { name, bytes, texts, request, plain: plainText }
}

function message(start: string, headers: readonly string[], body = ''): Buffer {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return Buffer.from([`${start} HTTP/1.1`, 'Host: localhost', ...headers, ...length, '', body].join('\r\n'))
}

/** As much of the text as fits, with what an address cannot hold escaped. */
function encoded(text: string): string {
  const whole = encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2e')
  return whole.length <= inHead ? whole : whole.slice(0, inHead).replace(/(%[\dA-F]{2}|%[\dA-F]?)*$/, '')
}

const filledIn = (path: string) => path.replace('{division}', 'comp').replace(/\{\w+\}/g, nowhere)

function parameterFields({ name, method, path, parameters }: Operation, headers: readonly string[]): TextField[] {
  return parameters.flatMap((parameter) => {
    if (parameter.in === 'header') return []
    const target = (text: string) =>
      parameter.in === 'path'
        ? filledIn(path.replace(`{${parameter.name}}`, encoded(text)))
        : `${filledIn(path)}?${parameter.name}=${encoded(text)}`
    return [
      field(`${name} ${parameter.in} ${parameter.name}`, inHead / 3, worstTexts, (text) =>
        message(`${method} ${target(text)}`, headers),
      ),
    ]
  })
}

function bodyFields({ name, method, path, body }: Operation, headers: readonly string[]): TextField[] {
  if (!body) return []
  const start = `${method} ${filledIn(path)}`
  const sample = buildSample(body.schema, '', nowhere)
  const isForm = body.media.startsWith('multipart')
  return listTextFields(body.schema).map((at) => {
    const called = `${name} body ${at.join('.')}`
    if (isForm) return field(called, inBody, worstTexts, (text) => form(start, headers, at, text))
    const around = JSON.stringify(withField(sample, at, mark)).split(JSON.stringify(mark))
    const type = 'Content-Type: application/json'
    return {
      ...field(called, inBody - 1_000, inJson, (text) => message(start, [...headers, type], around.join(text))),
      plain: (bytes) => JSON.stringify(plainText(bytes - 2)),
    }
  })
}

const asJson = ({ name, of }: WorstText): WorstText => memoize(name, (bytes) => JSON.stringify(of(bytes - 100)))
const inJson = [...worstTexts.map(asJson), ...worstJson]

function form(start: string, headers: readonly string[], at: FieldPath, text: string): Buffer {
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="${at.join('.')}"\r\n\r\n${text}\r\n--${boundary}--\r\n`
  return message(start, [...headers, `Content-Type: multipart/form-data; boundary=${boundary}`], body)
}

const readHeaders = [
  ...['Accept', 'Accept-Encoding', 'Authorization', 'Content-Type', 'Cookie', 'Expect', 'Host', 'Idempotency-Key'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'Last-Event-ID', 'Origin', 'Range', 'Transfer-Encoding'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Request-Id'],
]

const readByFiles = ['Accept-Encoding', 'If-None-Match', 'If-Modified-Since', 'Range']

/** Control characters and line breaks never get past `node:http`. */
function headerFields(headers: readonly string[]): TextField[] {
  const calls = { [`DELETE /api/dinner-slots/${nowhere}`]: readHeaders, 'GET /x.js': readByFiles }
  return Object.entries(calls).flatMap(([call, names]) =>
    names.map((name) => {
      const others = headers.filter((line) => !line.startsWith(`${name}:`))
      const value = (text: string) => `${prefixes[name] ?? ''}${text}`
      return field(`${call} header ${name}`, inHead, worstTexts, (text) =>
        message(call, [...others, `${name}: ${value(text)}`]),
      )
    }),
  )
}

const prefixes: Readonly<Record<string, string>> = {
  Authorization: 'Bearer ',
  Cookie: 'visitor=',
  'Content-Type': 'multipart/form-data; boundary=',
}
