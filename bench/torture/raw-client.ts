import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** An answer, as its bytes said it. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Why there is no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

export interface RawClient {
  /** Sends these bytes as they are, and reads one answer. */
  send(request: Buffer, options?: SendOptions): Promise<RawAnswer>
  close(): void
}

export interface SendOptions {
  /** False where the answer has none though its head says so: to HEAD. */
  readonly hasBody?: boolean
  /** Nothing follows: what the server still waits for will never come, and the connection is not used again. */
  readonly isLast?: boolean
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * One kept connection to `origin`, written to byte by byte: every ready-made client refuses to send what this one is
 * for. A stream of events is cut off after its head. No answer within `patienceMs` is none at all.
 */
export function rawClient(origin: string, patienceMs = 60_000): RawClient {
  const { hostname, port } = new URL(origin)
  let socket: Socket | null = null

  async function connected(): Promise<Socket> {
    if (socket && !socket.destroyed && socket.writable) return socket
    socket = createConnection(Number(port), hostname)
    socket.setNoDelay(true)
    // Reading shows that it is gone; an error has nothing to add.
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }

  return {
    send: async (request, { hasBody = true, isLast = false } = {}) => {
      const used = await connected()
      const answer = answerOn(used, hasBody, patienceMs)
      if (isLast) used.end(request)
      else used.write(request)
      const { isOver, ...read } = await answer
      if (isOver || isLast) used.destroy()
      return read
    },
    close: () => socket?.destroy(),
  }
}

function answerOn(socket: Socket, hasBody: boolean, patienceMs: number): Promise<RawAnswer & { isOver: boolean }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const timer = setTimeout(() => settle(() => reject(new NoAnswer('it hangs'))), patienceMs)
    const settle = (outcome: () => void) => {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onClose)
      outcome()
    }
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = parsed(received, hasBody)
      if (answer) settle(() => resolve(answer))
    }
    const onClose = () => settle(() => reject(new NoAnswer('the connection was closed')))
    socket.on('data', onData).on('close', onClose)
  })
}

/** Null while something is missing. */
function parsed(bytes: Buffer, hasBody: boolean): (RawAnswer & { isOver: boolean }) | null {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(end + headEnd.length)
  if (status >= 100 && status < 200) return parsed(rest, hasBody)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  const body = !hasBody || status === 204 || status === 304 || isStream ? Buffer.alloc(0) : parseBody(rest, headers)
  if (!body) return null
  const isOver = isStream || headers.get('connection') === 'close'
  return { status, headers, body: body.toString('utf8'), isOver }
}

function parseBody(rest: Buffer, headers: ReadonlyMap<string, string>): Buffer | null {
  if (headers.get('transfer-encoding') === 'chunked') return unchunked(rest)
  const length = Number(headers.get('content-length') ?? 0)
  return rest.length < length ? null : rest.subarray(0, length)
}

function unchunked(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(lineEnd + 2, next - 2))
    at = next
  }
}
