import type { OperationsOf } from '@ultimate/events/language/endpoint.ts'
import type { ErrorAnswer, forgetRequestApi, PlatformOperations, undoApi } from '@ultimate/events/platform/api.ts'
import { notePosition, noticeAnswer } from '@ultimate/kit/state/answers.ts'
import { noticeServerTime } from '@ultimate/kit/state/device-clock.ts'
import { expectRelease, withoutReload } from '@ultimate/kit/state/release.ts'
import { endSession, useSessionStore } from '@ultimate/kit/state/session.ts'
import { noticeUndoable, undoHeader } from '@ultimate/kit/undo/undoable.ts'

/**
 * The operations of {@link call}, by `METHOD /path`: here those that the kit uses itself. Shell and parts add the calls
 * of their modules, each in its `operations.ts`. Types only: no schema reaches the browser through here.
 */
export interface Operations
  extends PlatformOperations,
    OperationsOf<typeof undoApi>,
    OperationsOf<typeof forgetRequestApi> {}

/** The server answered with an error. `message` is its sentence for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** Only with STALE: the current state, in the form of the call's answer. */
  readonly current: unknown

  constructor(status: number, { code, message, fields, current }: Partial<ErrorAnswer>) {
    super(message ?? `The server answered ${status}.`)
    this.status = status
    this.code = code ?? 'UNKNOWN'
    this.fields = fields ?? {}
    this.current = current
  }
}

/** No answer came: the connection is lost, or the server is. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

export interface CallOptions {
  /** One key per intended action. A request that is sent again with the same key takes effect once. */
  readonly idempotencyKey?: string
  /** The version that the change is based on. If the server has a newer one, it rejects the change with STALE. */
  readonly ifMatch?: string
  readonly signal?: AbortSignal
  /** The caller itself shows why this answer ended the session. */
  readonly saysEnding?: boolean
}

interface LooseRequest {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** People at a counter wait no longer. After this time a read fails, and a command waits in the queue. */
const maxRequestMs = 8_000
/** The longest pause within a file. The whole file may take much longer, because it is written while it is sent. */
const maxPauseMs = 60_000

/** 401 codes after which this device's session is over for good; `NO_TOKEN` and the gate are not among them. */
const endingCodes = new Set(['INVALID_SIGNATURE', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'SIGNED_OUT', 'USER_REMOVED'])

/**
 * Calls the backend: `call('PUT /api/teams/{id}', { params: { id }, body: { paid: true } })`.
 * Rejects with {@link ApiError}, {@link NetworkError}, or the signal's abort.
 */
export async function call<K extends keyof Operations>(
  operation: K,
  request: Operations[K]['request'],
  options: CallOptions = {},
): Promise<Operations[K]['answer']> {
  return (await callForTag(operation, request, options)).body
}

/** An answer with its `ETag`, which a change that follows from it names as `ifMatch`. */
export interface TaggedAnswer<Body> {
  readonly body: Body
  readonly tag: string
}

/** Like {@link call}, where the next request depends on this answer. */
export async function callForTag<K extends keyof Operations>(
  operation: K,
  request: Operations[K]['request'],
  options: CallOptions = {},
): Promise<TaggedAnswer<Operations[K]['answer']>> {
  return inTime(maxRequestMs, options, async (limited) => {
    const answer = await fetchAccepted(operation, request as LooseRequest, limited)
    const body = (answer.status === 204 ? undefined : await answer.json()) as Operations[K]['answer']
    noticeAnswer()
    if (options.signal) notePosition(options.signal, answer)
    return { body, tag: answer.headers.get('etag') ?? '' }
  })
}

export interface NamedFile {
  /** The server's name for the file; empty where it gives none. */
  readonly name: string
  readonly content: Blob
}

/** The connection broke off in the middle of a file. */
export class IncompleteFile extends Error {
  override readonly name = 'IncompleteFile'
}

/**
 * Like {@link call}, for the calls that answer with a file.
 *
 * @throws IncompleteFile where its beginning alone arrived
 */
export async function callForFile<K extends keyof Operations>(
  operation: K,
  request: Operations[K]['request'],
  options: CallOptions = {},
): Promise<NamedFile> {
  return inTime(maxPauseMs, options, async (limited, restartTimer) => {
    const answer = await fetchAccepted(operation, request as LooseRequest, limited)
    const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
    return { name, content: await readWholeFile(answer, restartTimer) }
  })
}

async function readWholeFile(answer: Response, onChunk: () => void): Promise<Blob> {
  const watchedChunks = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      onChunk()
      controller.enqueue(chunk)
    },
  })
  const type = answer.headers.get('content-type') ?? ''
  try {
    return await new Response(answer.body?.pipeThrough(watchedChunks) ?? null, {
      headers: { 'content-type': type },
    }).blob()
  } catch (error) {
    throw new IncompleteFile('The connection broke off, so the file is incomplete and was not saved.', { cause: error })
  }
}

/**
 * Gives up where `ask` takes too long, because a connection may also stop in the middle of an answer. `ask` gets the
 * options with the signal of this time limit, which begins anew with each call of `restartTimer`.
 */
async function inTime<T>(
  limitMs: number,
  options: CallOptions,
  ask: (limited: CallOptions, restartTimer: () => void) => Promise<T>,
): Promise<T> {
  const { signal } = options
  const controller = new AbortController()
  let isLate = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isLate = true
      controller.abort()
    }, limitMs)
  }
  restartTimer()
  const giveUp = () => controller.abort(signal?.reason)
  if (signal?.aborted) giveUp()
  else signal?.addEventListener('abort', giveUp)
  try {
    return await ask({ ...options, signal: controller.signal }, restartTimer)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw isLate && !(error instanceof IncompleteFile)
      ? new NetworkError('The server did not answer in time.', { cause: error })
      : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Sends the request. Rejects where the answer is an error. */
async function fetchAccepted(operation: string, request: LooseRequest, options: CallOptions): Promise<Response> {
  const { token } = useSessionStore.getState()
  const answer = await send(operation, request, options)
  if (answer.ok) return answer
  throw await errorOf(answer, token, options)
}

/** Like {@link apiErrorOf}, for an answer that is not `ok` to a request with this token. */
export async function errorOf(answer: Response, token: string | null, options: CallOptions = {}): Promise<ApiError> {
  return apiErrorOf(answer.status, await readError(answer), token, options)
}

/** Released parts rely on the fields of an error, so what others did to cause it is no field. */
const reasons = new WeakMap<ApiError, NonNullable<ErrorAnswer['happened']>>()

/** Returns what others did that is the reason of a domain error, where the server reports it. */
export const happenedOf = (error: ApiError): ErrorAnswer['happened'] => reasons.get(error)

/** Returns the server's error. Ends this device's session with this token where the error means that it is over. */
export function apiErrorOf(
  status: number,
  body: Partial<ErrorAnswer>,
  token: string | null,
  { saysEnding = false }: CallOptions = {},
): ApiError {
  const error = new ApiError(status, body)
  if (body.happened) reasons.set(error, body.happened)
  if (error.status === 401 && endingCodes.has(error.code)) endSession(token, error.code, { isSaid: saysEnding })
  return error
}

async function send(operation: string, request: LooseRequest, options: CallOptions): Promise<Response> {
  const [method = 'GET', path = '/'] = operation.split(' ')
  const headers = new Headers({ accept: 'application/json' })
  const { token } = useSessionStore.getState()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (request.body !== undefined) {
    headers.set('content-type', 'application/json')
    // A server that is older than the part ignores fields that it does not know. A part that cannot do without a field
    // declares that in its `needs`, and is not shown on such a server.
    headers.set('prefer', 'handling=lenient')
  }
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (options.ifMatch) headers.set('if-match', options.ifMatch)
  const askedAt = Date.now()
  const noticeRelease = expectRelease()
  try {
    const pending = fetch(buildAddress(path, request), {
      method,
      headers,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
    const answer = await (method === 'GET' ? pending : withoutReload(pending))
    noticeRelease(answer)
    noticeServerTime(answer, askedAt, Date.now())
    noticeUndoable(options.idempotencyKey, answer.headers.get(undoHeader))
    return answer
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new NetworkError('The server could not be reached.', { cause: error })
  }
}

function buildAddress(template: string, { params = {}, query = {} }: LooseRequest): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return entries.length > 0 ? `${path}?${search}` : path
}

/** Reads the error in an answer. A proxy in between may answer without one of ours: then only the status is known. */
async function readError(answer: Response): Promise<Partial<ErrorAnswer>> {
  const { statusText } = answer
  try {
    const body = (await answer.json()) as Partial<ErrorAnswer>
    const message = body.message ?? body.error ?? statusText
    return { ...body, ...(message && { message }) }
  } catch {
    return statusText ? { message: statusText } : {}
  }
}
