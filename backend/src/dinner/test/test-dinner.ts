import { randomUUID } from 'node:crypto'
import { connect } from '@ultimate/event-store/connect.ts'
import { reserveTestDatabase, settledLog } from '@ultimate/event-store/fixtures/test-database.ts'
import { migrate } from '@ultimate/event-store/migrate.ts'
import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import type { Endpoint, RequestOf, ValidatedRequest } from '@ultimate/events/language/endpoint.ts'
import type { Role } from '@ultimate/events/language/roles.ts'
import type { User } from '@ultimate/events/staff/api.ts'
import { publishedByTournament } from '@ultimate/events/tournament/published.ts'
import { transparencyLog } from '@ultimate/transparency-log/transparency-log.ts'
import { testConfiguration } from '../../platform/configuration/test-configuration.ts'
import { onlyEdition } from '../../platform/edition.ts'
import type { Answer, RequestContext, Route } from '../../platform/http/http-route.ts'
import { withMailboxQuota } from '../../platform/mail/mailbox-quota.ts'
import type { Mail, Mailer } from '../../platform/mail.ts'
import { createMetrics } from '../../platform/metrics.ts'
import type { Module, Platform } from '../../platform/module.ts'
import { logSigner, openStore, storedModules } from '../../platform/store.ts'
import { dinner } from '../module.ts'

/** The tournament as far as the dinner can know it: the published events, and nothing behind them. */
const tournamentAsPublished: Module = {
  name: 'tournament',
  events: publishedByTournament,
  categories: ['team'],
  errors: {},
  readModels: [],
  routes: [],
  automations: [],
}

/** The user who calls, and the device. */
export interface Caller {
  readonly role?: Role
  readonly name?: string
  readonly visitorId?: string
}

type SignUpBody = RequestOf<typeof dinnerApi.signUp>['body']

/** Backends with the dinner alone, as many as wished, over one database; their common clock stands until it is moved. */
export async function dinnerTestApp({ backends: count = 1, quietSeconds = 0 } = {}) {
  const database = reserveTestDatabase()
  let time = new Date('2025-11-22T18:00:00Z')
  const clock = { now: () => time }
  const mails: Mail[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      mails.push(mail)
      return 'sent'
    },
  }
  const backends = Array.from({ length: count }, () => {
    const sql = connect(database.serving.url)
    const modules: Module[] = []
    const timing = { fallbackPollMs: 50 }
    const store = openStore({ sql, modules: () => modules, edition: () => '2025', clock, timing })
    const platform: Platform = {
      configuration: { ...testConfiguration, mailQuietSeconds: quietSeconds },
      ...onlyEdition(sql, testConfiguration.edition),
      clock,
      sql,
      mailer: withMailboxQuota(mailer, { sql, secret: testConfiguration.authSecret, clock }),
      commands: store.commands,
      log: settledLog(store.log, sql),
      metrics: createMetrics(),
      people: store.people,
      transparency: transparencyLog(sql, logSigner(testConfiguration.logKey)),
      modules: () => modules,
    }
    modules.push(tournamentAsPublished, dinner(platform))
    return { sql, store, platform, modules }
  })
  const first = backends[0] ?? missing()
  await database.create({
    name: 'dinner',
    prepare: ({ sql, serving }) => migrate(sql, storedModules(first.modules), serving.role),
  })

  /** Calls a route as the server would, without HTTP; a domain error is an answer too. */
  async function call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    { caller = {}, backend = 0, through }: { caller?: Caller; backend?: number; through?: Route } = {},
  ): Promise<Called<E>> {
    const { params, query, body } = request as { params?: unknown; query?: unknown; body?: unknown }
    const routes = (backends[backend] ?? missing()).modules.flatMap((module) => module.routes)
    const route = through ?? routes.find((candidate) => candidate.endpoint === endpoint) ?? missing()
    const validated = {
      params: endpoint.params?.parse(params),
      query: endpoint.query?.parse(query ?? {}),
      body: endpoint.body?.parse(body),
    } as unknown as ValidatedRequest<E>
    const cookies: string[] = []
    try {
      const answer = (await route.handle(validated, buildContext(caller, clock.now(), cookies))) as Answer<never>
      return { body: endpoint.answers[answer.status]?.parse(answer.body) as never, refused: null, cookies }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      return { body: undefined as never, refused: error.code, cookies }
    }
  }

  /** Signs Becky up, unless the fields name another person. */
  const signUp = (
    fields: Pick<SignUpBody, 'captainId' | 'slotId'> & Partial<SignUpBody>,
    as?: Parameters<typeof call>[2],
  ) => call(dinnerApi.signUp, { body: { personName: 'Becky', email: 'becky@example.org', ...fields } }, as)

  return {
    backends,
    sql: first.sql,
    url: database.serving.url,
    platform: first.platform,
    call,
    signUp,
    mails,
    now: () => time,
    /** Lets automations run, on every backend; they start with what happens afterwards. */
    automate: async () => {
      for (const { store, modules } of backends) await store.automate(modules.flatMap(({ automations }) => automations))
    },
    moveClock: (seconds: number) => {
      time = new Date(time.getTime() + seconds * 1000)
    },
    registerTeam: (name: string, { awaitsConfirmation = false } = {}) =>
      registerTeam(first.platform, name, awaitsConfirmation),
    eventCount: async () => {
      // Notices follow at a moment of their own.
      const [row] = await first.sql<{ count: number }[]>`
        select count(*)::int as count from events where category not in ('notice', 'plan')`
      return row?.count ?? -1
    },
    close: async () => {
      for (const { store, sql } of backends) {
        await store.close()
        await sql.end({ timeout: 1 })
      }
      await database.drop()
    },
  }
}

export type DinnerTestApp = Awaited<ReturnType<typeof dinnerTestApp>>

export interface Called<E extends Endpoint> {
  /** The answer's body; of no use where the call was refused. */
  readonly body: E['answers'] extends Readonly<Record<number, infer A>>
    ? A extends { _zod: { output: infer B } }
      ? B
      : undefined
    : never
  readonly refused: string | null
  readonly cookies: readonly string[]
}

function missing(): never {
  throw new Error('there is no such thing in this app')
}

function buildContext({ role, name, visitorId }: Caller, now: Date, cookies: string[]): RequestContext {
  const user: User | null = role
    ? {
        id: randomUUID(),
        username: role,
        full_name: name ?? `A ${role}`,
        email: `${role}@example.org`,
        role,
        is_verified: true,
      }
    : null
  return {
    user,
    address: '192.0.2.1',
    userAgent: '',
    host: 'localhost',
    visitorId: visitorId ?? null,
    repeats: false,
    expectedVersion: undefined,
    lastEventId: undefined,
    reauthenticate: () => Promise.resolve(user),
    commandContext: {
      actor: user
        ? { kind: 'staff', id: user.id, name: user.full_name, role: user.role }
        : { kind: 'visitor', id: visitorId ?? null, name: null, role: null },
      correlationId: randomUUID(),
      causationId: randomUUID(),
      now,
      happenedAt: null,
      idempotency: null,
    },
    newId: randomUUID,
    setCookie: (cookie, value) => void cookies.push(`${cookie}=${value}`),
    cookie: () => undefined,
  }
}

async function registerTeam(
  { commands, clock }: Platform,
  teamName: string,
  awaitsConfirmation: boolean,
): Promise<string> {
  const id = randomUUID()
  const captain = { name: 'Becky', email: 'becky@example.org', phone: '256-555-0142', comments: '' }
  const data = {
    teamName,
    pastTeamNames: '',
    location: 'Florence, AL',
    division: 'rec',
    captain,
    alternate: null,
    awaitsConfirmation,
  }
  const registered = { type: 'TeamRegistered', data }
  await commands.handle(
    { decide: () => registered, evolve: (state: null) => state, initialState: () => null },
    { stream: `team-${id}`, command: { type: 'RegisterTeam', data: {}, metadata: { now: clock.now() } } },
    buildContext({}, clock.now(), []).commandContext,
  )
  return id
}
