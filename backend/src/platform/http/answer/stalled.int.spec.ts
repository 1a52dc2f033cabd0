import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { endWhenStalled } from './reply.ts'

/** More than the buffers of both ends hold. */
const chunk = 'x'.repeat(1 << 20)
const chunks = 64

const server = createServer()
afterEach(async () => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
})

/** A connection that has asked for what `serve` sends; nothing of it is read yet. */
async function ask(serve: (response: ServerResponse) => void) {
  server.once('request', (_, response: ServerResponse) => serve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.pause()
  client.write('GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n')
  return client
}

const sendAll = (response: ServerResponse) => Readable.from(Array.from({ length: chunks }, () => chunk)).pipe(response)

it('breaks the connection of a client that takes nothing any more', async () => {
  const ended = Promise.withResolvers<boolean>()
  const client = await ask((response) => {
    endWhenStalled(response, 20)
    response.once('close', () => ended.resolve(response.writableFinished))
    sendAll(response)
  })
  expect(await ended.promise).toBe(false)
  client.destroy()
})

it('goes on for a client that takes what there is, while the next takes long to come', async () => {
  const waited = Promise.withResolvers<void>()
  const client = await ask((response) => {
    endWhenStalled(response, 20)
    response.once('timeout', waited.resolve)
    response.write('first')
    void waited.promise.then(() => response.end('last'))
  })
  let text = ''
  client.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  client.resume()
  await once(client, 'end')
  expect(text).toMatch(/first.*last/s)
})
