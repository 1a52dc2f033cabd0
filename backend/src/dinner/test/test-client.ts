import { settled } from '@ultimate/event-store/fixtures/test-database.ts'
import type { BoardItem, Replay, SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import type { Happened } from '@ultimate/events/language/domain-error.ts'
import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import type { Configuration } from '../../platform/configuration/configuration.ts'
import { type Someone, testApp } from '../../test/test-app.ts'

export interface Sent {
  readonly as?: Someone
  /** The value of the `visitor` cookie. */
  readonly visitor?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown
}
export interface Received {
  readonly status: number
  readonly headers: Headers
  /** Only the fields that the call answers with are set. */
  readonly body: {
    readonly slot: Slot
    readonly slots: Slot[]
    readonly signup: OwnSignup
    readonly signups: OwnSignup[]
    readonly teamCounts: { captain_id: string; dish_count: number }[]
    readonly item: BoardItem
    readonly items: BoardItem[]
    readonly finished: BoardItem[]
    readonly leftovers: BoardItem[]
    readonly session: SessionAnswer
    readonly position: number
    readonly dinner: number
    readonly now: string
    readonly dinners: Replay['dinners']
    readonly steps: Replay['steps']
    readonly code: string
    readonly message: string
    readonly error: string
    readonly happened?: Happened
    readonly fields?: Readonly<Record<string, string>>
    readonly current?: { readonly slot?: Slot; readonly signup?: OwnSignup; readonly item?: BoardItem }
  }
}

/** The whole app, seen through HTTP, with what a dinner needs. */
export async function dinnerClient(settings: Partial<Configuration> = {}) {
  const app = await testApp(settings)

  async function call(method: string, path: string, sent: Sent = {}): Promise<Received> {
    const { as = 'visitor', visitor, headers = {}, body } = sent
    const response = await fetch(`${app.origin}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(visitor !== undefined && { cookie: `visitor=${visitor}` }),
        ...(await app.signIn(as)),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }

  /** The position of the newest event of this type. */
  async function newest(type: string): Promise<number> {
    await settled(app.sql)
    const [row] = await app.sql<{ position: string }[]>`
      select max(position) as position from events where type = ${type}`
    return Number(row?.position ?? 0)
  }
  /** Previews the undo of the newest event of the type, or of the event at the position. */
  async function previewUndo(type: string, position?: number) {
    const path = `/api/audit/${position ?? (await newest(type))}/undo`
    const { body, headers } = await call('POST', `${path}?preview=true`, { as: 'td' })
    return { path, shown: body as unknown as UndoPreview, etag: headers.get('etag') ?? '' }
  }
  async function undo(type: string, position?: number): Promise<Received> {
    const { path, etag } = await previewUndo(type, position)
    return call('POST', path, { as: 'td', headers: { 'if-match': etag } })
  }

  const bid = {
    location: 'Florence, AL',
    division: 'rec',
    captainName: 'Becky Thatcher',
    captainEmail: 'captain@example.org',
    captainPhone: '256-555-0142',
  }
  const registerTeam = async (teamName: string, changes: Partial<typeof bid> = {}): Promise<string> => {
    const { body } = await call('POST', '/api/register-team', { body: { teamName, ...bid, ...changes } })
    return (body as unknown as { team: { id: string } }).team.id
  }

  const addSlot = async (fields: Record<string, unknown> = {}): Promise<Slot> => {
    const body = { name: 'Cranberry sauce', category: 'dishes', max_signups: 9, ...fields }
    return (await call('POST', '/api/dinner-slots', { as: 'admin', body })).body.slot
  }
  const signUp = (fields: Record<string, unknown>, sent: Sent = {}) =>
    call('POST', '/api/dinner-signup', {
      ...sent,
      body: { personName: 'Becky Thatcher', email: 'becky@example.org', ...fields },
    })
  const checkIn = (id: string, checkedIn = true, sent: Sent = {}) =>
    call('PUT', `/api/dinner-signups/${id}/checkin`, { as: 'helper', body: { checkedIn }, ...sent })
  const move = (id: string, zone: string, position: unknown = null, sent: Sent = {}) =>
    call('PUT', `/api/dinner-management/items/${id}/position`, { as: 'admin', body: { zone, position }, ...sent })
  const empty = (id: string, sent: Sent = {}) =>
    call('PUT', `/api/dinner-management/items/${id}/empty`, { as: 'admin', ...sent })
  const session = (what: 'start' | 'finish' | 'reset', sent: Sent = {}) =>
    call('POST', `/api/dinner-management/session/${what}`, { as: 'admin', ...sent })
  const resume = (sent: Sent = {}) => call('POST', '/api/dinner-management/resume', { as: 'admin', ...sent })

  return {
    app,
    call,
    registerTeam,
    addSlot,
    signUp,
    checkIn,
    move,
    empty,
    session,
    resume,
    newest,
    previewUndo,
    undo,
    /** All facts of the dinner so far. */
    eventCount: async (): Promise<number> => {
      const [row] = await app.sql<{ count: number }[]>`
        select count(*)::int as count from events where category in ('slot', 'signup', 'dinner', 'visitor')`
      return row?.count ?? -1
    },
    close: app.close,
  }
}
export type DinnerClient = Awaited<ReturnType<typeof dinnerClient>>

/** The `visitor` cookie that came with an answer. */
export function readVisitor({ headers }: Received): string | undefined {
  return headers
    .getSetCookie()
    .map((line) => /^visitor=([^;]+)/.exec(line)?.[1])
    .find((value) => value !== undefined)
}
