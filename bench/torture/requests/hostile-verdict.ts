import type { RawAnswer } from '../raw-client.ts'
import type { HostileRequest } from './hostile-requests.ts'

/** What an answer should not have been, with the request that it answers. */
export interface Finding {
  readonly kind: 'server error' | 'leaked' | 'wrong'
  readonly detail: string
  /** As it was sent, so that it can be sent again. */
  readonly request: string
}

/** A statement of SQL names its columns without the marks that end a sentence or a JSON text. */
const insides =
  /\bat [^"\n]*(file:|node:|\/)[^"\n]*:\d+:\d+|node_modules|\bpostgres\b|\bselect [^.!?`"]+ from\b|syntax error at|argon2/i
const mayReachCaptains = new Set(['admin', 'td'])

/** `secrets` are what only the staff may see of a captain. */
export function judge(
  request: HostileRequest,
  answer: RawAnswer,
  bytes: Buffer,
  secrets: readonly string[],
): Finding[] {
  const found: Finding[] = []
  const find = (kind: Finding['kind'], detail: string) =>
    found.push({
      kind,
      detail: `${detail}; answered with ${answer.status} ${answer.body.slice(0, 500)}`,
      request: `${request.asker}, ${request.operation}\n${bytes.toString('latin1').slice(0, 1_500)}`,
    })
  const { status, body, headers } = answer
  if (status >= 500 && !(status === 503 && headers.has('retry-after'))) find('server error', 'a server error')
  if (!mayReachCaptains.has(request.asker) && secrets.some((secret) => body.includes(secret)))
    find('leaked', "a captain's address or phone")
  const inside = insides.exec(withoutEcho(body, bytes))
  if (inside) find('leaked', `what is inside: ${inside[0]}`)
  if (status >= 400 && isAboutApi(request, answer)) {
    const problem = problemOfError(answer)
    if (problem) find('wrong', problem)
  }
  return found
}

/** Names of unknown fields come back, so what was sent is no secret. */
const withoutEcho = (body: string, bytes: Buffer): string =>
  body
    .split('"')
    .filter((word) => word.length < 4 || !bytes.includes(word))
    .join('"')

const isAboutApi = ({ target, method }: HostileRequest, { headers }: RawAnswer): boolean =>
  method !== 'HEAD' && (target.startsWith('/api/') || headers.get('content-type')?.includes('json') === true)

function problemOfError({ status, body, headers }: RawAnswer): string | null {
  if (!headers.get('content-type')?.startsWith('application/json')) return 'an error that is no JSON'
  const answer = parsed(body)
  const { code, message, error, fields = {} } = answer ?? {}
  if (typeof code !== 'string' || typeof message !== 'string' || message === '') return 'an error without its sentence'
  if (message !== error) return 'an error with two sentences'
  if (typeof fields !== 'object' || fields === null || Object.values(fields).some((told) => typeof told !== 'string'))
    return 'fields without sentences'
  if (status === 422 && code === 'INVALID_FIELDS' && Object.keys(fields).length === 0)
    return 'fields that are not named'
  if (status === 429 && !headers.has('retry-after')) return 'no word about when to come back'
  return body.length > 20_000 ? 'an error of more than 20 KB' : null
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return null
  }
}
