import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** node:http and nothing else, sending the bytes that stand at the address of its argument. */
const body = Buffer.from(await (await fetch(process.argv[2] ?? '')).arrayBuffer())
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
