import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** A mail as a real server took it in. */
export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly content: string
}

/** Returns the refusal of a server: with this code, and with words that may quote what it was sent. */
export const smtpError = (responseCode: number, words = 'refused'): Error =>
  Object.assign(new Error(words), { responseCode })

/** A real mail server on a free port of this machine, which takes every mail that `options` do not refuse. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
    ...options,
  })
  // A client that is killed resets its connection.
  server.on('error', () => {})
  const sockets = new Map<number | undefined, Socket>()
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    /** Ends the connection without an answer, as a server does that crashes. */
    cutOff: ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy(),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/**
 * A server that takes every connection, and greets where that is wished for, but never answers, as one does that is
 * overloaded. A client waits 30 s for an answer, and 10 s for a greeting.
 */
export async function silentMailServer({ greets = false } = {}) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    if (greets) socket.write('220 mail.example.org\r\n')
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The number of connections so far. */
    connections: () => connections,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
