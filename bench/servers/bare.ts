import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Koa from 'koa'

/**
 * The answer of an address, sent again and again by `node:http`, or by a Koa application that does nothing else: the same
 * status, headers and bytes. It leaves out everything that makes an answer: it does not look at the request (method,
 * path, query, cookies, token, conditions, encodings), gives it no id, counts and logs nothing, checks no permission, and
 * would send the same after a change of the data.
 *
 * Arguments: `node:http` or `Koa`, the address, and the headers to ask it with as JSON.
 */
const [kind, url = '', headers = '{}'] = process.argv.slice(2)

/** What `node:http` adds on its own. */
const added = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

const answer = await new Promise<IncomingMessage>((resolve, reject) =>
  get(url, { headers: JSON.parse(headers) }, resolve).on('error', reject),
)
const status = answer.statusCode ?? 0
const lines = Object.entries(answer.headers).flatMap(([name, value]) => (added.has(name) ? [] : [name, String(value)]))
const body = await buffer(answer)

const bare: RequestListener = (_, response) => {
  response.writeHead(status, lines)
  response.end(body)
}

/** Sends past Koa's own responding, so that what it costs is its context and the call of one middleware. */
function koa(): RequestListener {
  const app = new Koa()
  app.use((context) => {
    context.respond = false
    bare(context.req, context.res)
  })
  return app.callback()
}

const server = createServer(kind === 'Koa' ? koa() : bare)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
