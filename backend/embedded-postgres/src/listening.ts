import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import getPort from 'get-port'

/** The address on which the server listens: in its own data folder, which no other user may enter, or on loopback. */
export type Listening =
  | { readonly kind: 'socket'; readonly folder: string }
  | { readonly kind: 'tcp'; readonly port: number }

const socketName = '.s.PGSQL.5432'
/** The bytes that fit into a socket's address on every system, with its ending zero. */
const longestSocketPath = 103

export async function chooseListening(folder: string): Promise<Listening> {
  const path = join(folder, socketName)
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= longestSocketPath) return { kind: 'socket', folder }
  return { kind: 'tcp', port: await getPort({ host: '127.0.0.1' }) }
}

export function listeningSettings(listening: Listening): Record<string, string> {
  return listening.kind === 'socket'
    ? { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700', port: '5432' }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(listening.port) }
}

export function buildUrl(listening: Listening, role: string, password: string): string {
  return listening.kind === 'socket'
    ? `postgres://${role}:${password}@localhost/postgres?host=${encodeURIComponent(listening.folder)}`
    : `postgres://${role}:${password}@127.0.0.1:${listening.port}/postgres`
}

/** Returns the address of the server that another process started on this data folder. */
export async function readListening(folder: string): Promise<Listening> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  return lines[4] === '.' ? { kind: 'socket', folder } : { kind: 'tcp', port: Number(lines[3]) }
}
