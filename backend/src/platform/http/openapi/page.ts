import { createHash } from 'node:crypto'
import { lazily } from '@ultimate/events/language/lazily.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import escapeHtml from 'escape-html'
import { type Route, route } from '../http-route.ts'
import { permissionsPolicy } from '../middleware/security-headers.ts'
import type { OpenApiDocument } from './document.ts'
import { pageStyle } from './page-style.ts'
import { type JsonSchema, typeText } from './type-text.ts'

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

/** Allows this page's own style by its hash and nothing else: there is no script to run. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

/** The document as a page, complete before it is sent. */
export function documentPage(document: OpenApiDocument): string {
  const listed = listOperations(document)
  const tags = document.tags ?? []
  const sections = tags.map(({ name, description }) => {
    const calls = listed.filter(({ operation }) => operation.tags.includes(name))
    return calls.length === 0 ? '' : section(name, description ?? '', calls)
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
<p>${prose(document.info.description ?? '')} For machines: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Calls">${tags.map(({ name }) => index(name, listed)).join('')}</nav>
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

function index(tag: string, listed: readonly OperationAtPath[]): string {
  const links = listed
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(
      ({ method, path, operation }) =>
        `<li><a href="#${operation.operationId}"><b>${method}</b> ${escapeHtml(path)}</a></li>`,
    )
  return links.length === 0 ? '' : `<h2>${escapeHtml(tag)}</h2><ul>${links.join('')}</ul>`
}

function section(name: string, description: string, calls: readonly OperationAtPath[]): string {
  return `<section aria-labelledby="part-${escapeHtml(name)}"><h2 id="part-${escapeHtml(name)}">${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>${calls.map(call).join('\n')}</section>`
}

function call({ method, path, operation }: OperationAtPath): string {
  const answers = Object.entries(operation.responses)
  return `<article id="${operation.operationId}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p>
<p class="roles">For ${operation['x-roles'].map(escapeHtml).join(', ')}</p>
${parameters(operation)}
${operation.requestBody ? `<h4>Send</h4>${contents(operation.requestBody.content)}` : ''}
<h4>Answers</h4>
<dl>${answers.map(([status, answer]) => `<dt>${status}</dt><dd>${answerText(status, answer)}</dd>`).join('')}</dl>
</article>`
}

function parameters({ parameters = [] }: Operation): string {
  const named = parameters.filter((it) => it.in !== 'header')
  if (named.length === 0) return ''
  const rows = named.map(
    ({ in: place, name, required, schema }) =>
      `<li><code>${escapeHtml(name)}${required ? '' : '?'}: ${escapeHtml(typeText(schema))}</code> in the ${escapeHtml(place)}</li>`,
  )
  return `<h4>Parameters</h4><ul>${rows.join('')}</ul>`
}

function answerText(status: string, { description, content }: Operation['responses'][string]): string {
  const words = prose(description).replaceAll('\n', '<br>')
  return Number(status) < 300 && content ? words + contents(content) : words
}

function contents(content: Content): string {
  return Object.entries(content)
    .map(([media, { schema }]) => {
      const fields = `<pre tabindex="0">${escapeHtml(typeText(schema))}</pre>`
      if (media === 'application/json') return fields
      return media === 'multipart/form-data' ? `<p>As ${media}:</p>${fields}` : ` (${escapeHtml(media)})`
    })
    .join('')
}

const prose = (markdown: string): string => escapeHtml(markdown).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Both are made when they are first asked for: they take a tenth of a start. */
export function documentRoutes(document: () => OpenApiDocument): readonly Route[] {
  const page = lazily(() => Buffer.from(documentPage(document())))
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
