import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDefaultFacts } from '@ultimate/backend/platform/edition.ts'
import { createSite } from '@ultimate/backend/platform/http/site/site.ts'
import { createLogger } from '@ultimate/backend/platform/logging.ts'
import { testApp } from '@ultimate/backend/test/test-app.ts'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { partNames } from '@ultimate/events/platform/part.ts'
import fc from 'fast-check'
import { type Attack, type AttackResult, nothingFound } from '../attack.ts'
import { type Operation, operationsAt } from '../openapi.ts'
import { NoAnswer, rawClient } from '../raw-client.ts'
import { type Asker, type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { type Finding, judge } from './hostile-verdict.ts'

const atOnce = 8
const perBatch = 200
/** Requests that are shown in full where something was found. */
const shown = 5

/**
 * Requests made from the API's own description, with what strangers and scanners send in the place of what it asks
 * for, by every kind of caller. Every answer must be below 500 and in the form of every error, without
 * what broke inside and without what the asker may not see.
 */
export const hostile: Attack = {
  name: 'hostile',
  fullCount: 25_000,
  run: async ({ databaseUrl, count, seed }) => {
    const target = await openTarget(databaseUrl)
    try {
      const requests = hostileRequests(await operationsWorth(target.origin), target.ids)
      const findings: Finding[] = []
      const statuses = new Map<number, number>()
      for (let sent = 0; sent < count; sent += perBatch) {
        const numRuns = Math.min(perBatch, count - sent)
        const batch = fc.sample(requests, { seed: seed + sent, numRuns })
        findings.push(...(await attack(target, batch, statuses)))
      }
      findings.push(...target.complaints().map((detail): Finding => ({ kind: 'wrong', detail, request: '' })))
      if ((await fetch(`${target.origin}/readyz`)).status !== 200)
        findings.push({ kind: 'wrong', detail: 'it is not ready afterwards', request: '' })
      return { tried: count, ...summed(findings), note: writeNote(seed, statuses, findings) }
    } finally {
      await target.close()
    }
  },
}

/** Each call once, but for one that rebuilds all read models and is asked no field. */
async function operationsWorth(origin: string): Promise<Operation[]> {
  return (await operationsAt(origin)).filter(({ name }) => name !== 'POST /api/audit/replay')
}

function summed(findings: readonly Finding[]): Omit<AttackResult, 'tried'> {
  const of = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length
  return { ...nothingFound, leaked: of('leaked'), wrong: of('wrong'), serverErrors: of('server error') }
}

function writeNote(seed: number, statuses: ReadonlyMap<number, number>, findings: readonly Finding[]): string {
  const counts = [...statuses].toSorted(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`)
  const details = findings.slice(0, shown).map(({ kind, detail, request }) => `\n${kind}: ${detail}\n${request}`)
  return `seed ${seed}; ${counts.join(', ')}${details.join('')}`
}

type Target = Awaited<ReturnType<typeof openTarget>>

async function attack(target: Target, batch: readonly HostileRequest[], statuses: Map<number, number>) {
  const findings: Finding[] = []
  const left = batch.values()
  const work = async () => {
    const client = rawClient(target.origin)
    for (const request of left) {
      const bytes = target.buildBytes(request)
      const isLast = isOutOfFrame(request)
      try {
        const answer = await client.send(bytes, { hasBody: request.method !== 'HEAD', isLast })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        findings.push(...judge(request, answer, bytes, target.secrets))
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        if (isLast && error.message !== 'it hangs') continue
        findings.push({ kind: 'wrong', detail: error.message, request: bytes.toString('latin1').slice(0, 1_500) })
      }
    }
    client.close()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return findings
}

/** Says another length than it has: a server may wait for the rest, or take what follows for another request. */
const isOutOfFrame = ({ headers }: HostileRequest): boolean =>
  headers.some(([name]) => ['content-length', 'transfer-encoding'].includes(name))

/** The whole backend with a few pages, and in it a team whose captain only the staff may reach. */
async function openTarget(databaseUrl: string) {
  const database = await freshDatabase(databaseUrl)
  const dist = await mkdtemp(join(tmpdir(), 'hostile-'))
  await mkdir(join(dist, 'shell/root'), { recursive: true })
  await writeFile(join(dist, 'shell/index.html'), '<html><head></head><body></body></html>')
  const complaints: string[] = []
  const logger = createLogger('warn', { write: (line) => complaints.push(...complaintIn(line)) })
  const site = createSite({
    remotes: null,
    gatePassword: null,
    authSecret: 'secret',
    facts: readDefaultFacts('2025'),
    parts: partNames,
    dist,
  })
  const app = await testApp({ trustProxy: true }, database, { site, logger })
  const headers = await buildHeaders(app)
  const secrets = { email: `captain-${randomUUID()}@hidden.example`, phone: '+1 (256) 555-0186' }
  const ids = await populate(app.origin, headers, secrets)
  let network = 0
  return {
    origin: app.origin,
    ids,
    secrets: [secrets.email, secrets.phone],
    complaints: () => complaints,
    buildBytes: (request: HostileRequest) => {
      network += 1
      return buildBytes(request, headers[request.asker], network)
    },
    close: async () => {
      await app.close()
      await database.drop()
      await rm(dist, { recursive: true })
    },
  }
}

/** What the server itself says went wrong, where the answer hides it. */
function complaintIn(line: string): string[] {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; stack?: string } }
  return msg?.startsWith('the database refused') ? [`${msg}: ${err?.stack ?? err?.message}`] : []
}

type TestApp = Awaited<ReturnType<typeof testApp>>
type Headers = Readonly<Record<Asker, Readonly<Record<string, string>>>>

async function buildHeaders({ signIn }: TestApp): Promise<Headers> {
  const [helper, admin, td] = [await signIn('helper'), await signIn('admin'), await signIn('td')]
  const [token = ''] = Object.values(td)
  return {
    visitor: {},
    owner: { cookie: 'visitor=an-owner-of-sign-ups' },
    helper,
    admin,
    td,
    forged: { authorization: `${token.slice(0, -4)}AAAA` },
  }
}

/** A team, slots and sign-ups, as people make them; resolves to their ids and one that nothing has. */
async function populate(origin: string, headers: Headers, { email, phone }: { email: string; phone: string }) {
  const post = async (path: string, asker: Asker, body: unknown) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers[asker], 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const [made] = Object.values((await answer.json()) as Record<string, { id: string }>)
    if (answer.status !== 201 || !made) throw new Error(`${path} was answered with ${answer.status}`)
    return made.id
  }
  const captain = { captainName: 'Becky', captainEmail: email, captainPhone: phone }
  const team = await post('/api/register-team', 'visitor', {
    teamName: 'Huck',
    location: 'A',
    division: 'comp',
    ...captain,
  })
  const dish = await post('/api/dinner-slots', 'td', { name: 'Pie', category: 'dishes', max_signups: 900 })
  const serving = await post('/api/dinner-slots', 'td', { name: 'Carve', category: 'serving', time_slot: '18:00' })
  const signUp = (slotId: string) =>
    post('/api/dinner-signup', 'owner', { personName: 'Tom', email: 'tom@example.org', captainId: team, slotId })
  return [team, dish, serving, await signUp(dish), await signUp(serving), randomUUID()]
}

/** Each request comes from a network of its own: what is tried here is not how many there may be. */
function buildBytes(
  { method, target, headers, body }: HostileRequest,
  own: Readonly<Record<string, string>>,
  network: number,
) {
  const given = new Set(headers.map(([name]) => name))
  const address = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
  const added = {
    ...own,
    host: 'localhost',
    'x-forwarded-for': address,
    ...(body && !given.has('transfer-encoding') ? { 'content-length': String(body.length) } : {}),
  }
  const lines = [...Object.entries(added).filter(([name]) => !given.has(name)), ...headers]
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)])
}
