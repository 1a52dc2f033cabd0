import { createHash } from 'node:crypto'
import { lazily } from '@ultimate/events/language/lazily.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import escapeHtml from 'escape-html'
import { type Route, route } from './http-route.ts'
import { permissionsPolicy } from './middleware/security-headers.ts'
import type { OpenApiDocument } from './openapi.ts'

/** The part of an operation that the page shows. */
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-roles': readonly string[]
  readonly parameters?: readonly { in: string; name: string; required?: boolean; schema: JsonSchema }[]
  readonly requestBody?: { content: Content }
  readonly responses: Readonly<Record<string, { description: string; content?: Content }>>
}
type Content = Readonly<Record<string, { schema: JsonSchema }>>
interface OperationAtPath {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Serves the document and its page. Both are made at the first request, because they take a tenth of a start. */
export function documentRoutes(document: () => OpenApiDocument): readonly Route[] {
  const page = lazily(() => Buffer.from(renderPage(document())))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy,
    'permissions-policy': permissionsPolicy,
  }
  return [
    route(platformApi.openApi, async () => ({ status: 200, body: { ...document() } })),
    // The declaration knows no type for a body that is not JSON.
    route(platformApi.docs, async () => ({ status: 200, body: page() as unknown as undefined, headers })),
  ]
}

/** Returns the document as a page without scripts. */
function renderPage(document: OpenApiDocument): string {
  const operations = listOperations(document)
  const tags = document.tags ?? []
  const sections = tags.map(({ name, description }) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(name))
    return calls.length === 0 ? '' : renderSection(name, description ?? '', calls)
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.info.title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header><h1>${escapeHtml(document.info.title)}</h1>
<p>${renderProse(document.info.description ?? '')} For machines: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Calls">${tags.map(({ name }) => renderIndex(name, operations)).join('')}</nav>
<main>${sections.join('\n')}</main>
</body>
</html>
`
}

function listOperations(document: OpenApiDocument): OperationAtPath[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

function renderIndex(tag: string, operations: readonly OperationAtPath[]): string {
  const links = operations
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(
      ({ method, path, operation }) =>
        `<li><a href="#${operation.operationId}"><b>${method}</b> ${escapeHtml(path)}</a></li>`,
    )
  return links.length === 0 ? '' : `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`
}

function renderSection(name: string, description: string, calls: readonly OperationAtPath[]): string {
  return `<section aria-labelledby="part-${escapeHtml(name)}"><h2 id="part-${escapeHtml(name)}">${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>${calls.map(renderCall).join('\n')}</section>`
}

function renderCall({ method, path, operation }: OperationAtPath): string {
  const answers = Object.entries(operation.responses)
  return `<article id="${operation.operationId}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p>
<p class="roles">For ${operation['x-roles'].map(escapeHtml).join(', ')}</p>
${renderParameters(operation)}
${operation.requestBody ? `<h4>Send</h4>${renderContents(operation.requestBody.content)}` : ''}
<h4>Answers</h4>
<dl>${answers.map(([status, answer]) => `<dt>${status}</dt><dd>${renderAnswer(status, answer)}</dd>`).join('')}</dl>
</article>`
}

function renderParameters({ parameters = [] }: Operation): string {
  const shown = parameters.filter((parameter) => parameter.in !== 'header')
  if (shown.length === 0) return ''
  const rows = shown.map(
    ({ in: place, name, required, schema }) =>
      `<li><code>${escapeHtml(name)}${required ? '' : '?'}: ${escapeHtml(formatType(schema))}</code> in the ${escapeHtml(place)}</li>`,
  )
  return `<h4>Parameters</h4><ul>${rows.join('')}</ul>`
}

function renderAnswer(status: string, { description, content }: Operation['responses'][string]): string {
  const words = renderProse(description).replaceAll('\n', '<br>')
  return Number(status) < 300 && content ? words + renderContents(content) : words
}

function renderContents(content: Content): string {
  return Object.entries(content)
    .map(([media, { schema }]) => {
      const fields = `<pre tabindex="0">${escapeHtml(formatType(schema))}</pre>`
      if (media === 'application/json') return fields
      return media === 'multipart/form-data' ? `<p>As ${media}:</p>${fields}` : ` (${escapeHtml(media)})`
    })
    .join('')
}

const renderProse = (markdown: string): string => escapeHtml(markdown).replace(/`([^`]+)`/g, '<code>$1</code>')

/** A JSON schema, as far as our schemas use it. */
interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** Writes a schema as a type of TypeScript; limits follow in a comment. */
function formatType(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map((option) => formatType(option, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => formatType(part, indent)).join(' & ')
  if (schema.properties) return formatObject(schema, indent)
  if (schema.items) return `${bracketed(formatType(schema.items, indent))}[]`
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${formatType(schema.additionalProperties, indent)} }`
  return [schema.type ?? 'any'].flat().join(' | ')
}

const bracketed = (text: string): string => (text.includes(' | ') ? `(${text})` : text)

function formatObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const limits = describeLimits(schema)
    const optional = required.includes(name) ? '' : '?'
    return `${inner}${name}${optional}: ${formatType(schema, inner)}${limits ? `  // ${limits}` : ''}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function describeLimits({ format, minLength, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema): string {
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    // Zod adds the bounds of safe integers, which do not help a reader.
    const isShown = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
    const [least, most] = [from, to].map((bound) => (isShown(bound) ? bound : ''))
    return least === '' && most === '' ? '' : `${least}..${most}${unit}`
  }
  const limits = [
    format ?? '',
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' entries'),
  ]
  return limits.filter((limit) => limit !== '').join(', ')
}

/** The style of the API's page. The page contains it, so that it is one request and needs no build. */
const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1f2430, #e8e6e1); --soft: light-dark(#5b6172, #a9adb9);
  --ground: light-dark(#fbfaf7, #15181f); --card: light-dark(#fff, #1d212b); --line: light-dark(#e4e1da, #2f3542);
  --accent: light-dark(#9a3b12, #f0a36b); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground);
  display: grid; grid-template: auto 1fr / minmax(15rem, 21rem) minmax(0, 1fr); }
header { grid-column: 1 / -1; padding: 2rem 2rem 1rem; border-bottom: 1px solid var(--line); }
h1, h2, h3, h4, p { margin: 0 0 .5rem; }
h2 { text-transform: capitalize; font-size: 1.35rem; }
nav { padding: 1.5rem 2rem; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
nav h2 { font-size: .85rem; color: var(--soft); margin-top: 1rem; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .82rem; }
nav b { display: inline-block; min-width: 3.6em; color: var(--soft); font-weight: 600; }
nav a { color: inherit; text-decoration: none; display: block; padding: .2rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:hover, a:focus-visible { text-decoration: underline; }
main { padding: 1.5rem 2rem 4rem; }
section { margin-bottom: 3rem; max-width: 56rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem;
  margin: 1rem 0; }
article:target { border-color: var(--accent); }
h3 { font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { font-size: .8rem; color: var(--soft); margin-top: 1rem; }
.method { font: 600 .75rem/1 ui-monospace, monospace; padding: .3em .55em; border-radius: .4em; color: #fff;
  background: #4a5163; }
.method.get { background: #1f6f5c; } .method.post { background: #8a4b08; } .method.put { background: #3a55a4; }
.method.delete { background: #a3262d; }
.roles { font-size: .85rem; color: var(--soft); }
code, pre { font: .86em/1.55 ui-monospace, monospace; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem;
  margin: .4rem 0; overflow: auto; }
ul { padding-left: 1.2rem; margin: 0; }
dl { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); gap: .5rem 0; margin: 0; font-size: .92rem; }
dt { font-weight: 650; } dd { margin: 0; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; max-height: none; padding: 1rem; }
  header, main { padding-inline: 1rem; } }
`

/** Allows the page's own style by its hash, and nothing else: the page has no script. */
const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
