import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Koa from 'koa'

/**
 * Sends the answer of an address again and again, with `node:http` or with a Koa application that does nothing else: the
 * same status, headers and bytes. It does not look at the request (method, path, query, cookies, token, conditions,
 * encodings), gives it no id, counts and logs nothing, checks no permission, and ignores changes of the data.
 *
 * Arguments: `node:http` or `Koa`, the address, and the headers to ask it with as JSON.
 */
const [kind, url = '', headers = '{}'] = process.argv.slice(2)

/** Headers that `node:http` adds itself. */
const addedHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

const answer = await new Promise<IncomingMessage>((resolve, reject) =>
  get(url, { headers: JSON.parse(headers) }, resolve).on('error', reject),
)
const status = answer.statusCode ?? 0
const headerLines = Object.entries(answer.headers).flatMap(([name, value]) =>
  addedHeaders.has(name) ? [] : [name, String(value)],
)
const body = await buffer(answer)

const sendAnswer: RequestListener = (_, response) => {
  response.writeHead(status, headerLines)
  response.end(body)
}

/** Bypasses Koa's own responding, so that Koa costs no more than its context and the call of one middleware. */
function createKoa(): RequestListener {
  const app = new Koa()
  app.use((context) => {
    context.respond = false
    sendAnswer(context.req, context.res)
  })
  return app.callback()
}

const server = createServer(kind === 'Koa' ? createKoa() : sendAnswer)
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
