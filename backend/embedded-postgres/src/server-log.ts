import { copyFile, type FileHandle, open, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessUser } from './process-user.ts'

/** Beyond this the log begins anew, and what it held is moved to `postgres.log.1`. */
const largestBytes = 5 * 1024 * 1024
const checkEveryMs = 60_000

/** The file that the server writes its messages to; a file, because a pipe would break when we are killed. */
export interface ServerLog {
  readonly fd: number
  /** Returns the text since the last call, which explains why a server did not start. */
  recent(): Promise<string>
  close(): Promise<void>
}

export async function openServerLog(dataDir: string, user: ProcessUser | null): Promise<ServerLog> {
  const path = join(dataDir, 'postgres.log')
  await boundSize(path)
  const writer = await open(path, 'a', 0o600)
  if (user) await writer.chown(user.uid, user.gid)
  const reader = await open(path, 'r')
  let read = (await reader.stat()).size
  const timer = setInterval(() => void boundSize(path), checkEveryMs)
  timer.unref()
  return {
    fd: writer.fd,
    recent: async () => {
      const text = await readFrom(reader, read)
      read += Buffer.byteLength(text)
      return text.trim()
    },
    close: async () => {
      clearInterval(timer)
      await Promise.all([writer.close(), reader.close()])
    },
  }
}

async function readFrom(reader: FileHandle, position: number): Promise<string> {
  const { size } = await reader.stat()
  const buffer = Buffer.alloc(Math.max(0, Math.min(size - position, 64 * 1024)))
  const { bytesRead } = await reader.read(buffer, 0, buffer.length, position)
  return buffer.toString('utf8', 0, bytesRead)
}

/** The server appends, so it goes on at the new end after the file was cut. */
async function boundSize(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found || found.size <= largestBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}
