import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The line to a database, which a test can cut and mend. */
export interface Line {
  /** The database's address through the connection. */
  readonly url: string
  cut(): Promise<void>
  mend(): Promise<void>
  /** Ends every connection with a TCP RST, as a balancer or a firewall does; new ones are accepted. Returns their number. */
  reset(): number
}

/** `databaseUrl` names a unix socket's folder, as the test server's does. */
export async function connectionThroughProxy(databaseUrl: string): Promise<Line> {
  const url = new URL(databaseUrl)
  const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const nears = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(path)
    nears.add(near)
    near.on('close', () => {
      nears.delete(near)
      far.destroy()
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  }
  const port = await listen(0)
  return {
    url: `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`,
    cut: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    mend: async () => {
      await listen(port)
    },
    reset: () => {
      const open = [...nears]
      for (const near of open) near.resetAndDestroy()
      return open.length
    },
  }
}
