import { createHash } from 'node:crypto'
import { buildArchive, builtFiles, type Entry } from '@ultimate/backend/releases/parts.fixture.ts'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend, tdPassword } from '../backend-process.ts'

/**
 * Releases that cannot be unpacked, each refused with one sentence; and one that an older release of the site has taken,
 * whose files are then asked for many times: it is unpacked once, and the list of parts says why it is not served.
 */
export const releases: Attack = { name: 'releases', fullCount: 300, run }

type Make = (random: number) => Entry

const impossible: readonly Make[] = [
  (random) => ({ name: `.archive/${random}.js` }),
  () => ({ name: '.archive' }),
  (random) => ({ name: `js/${'n'.repeat(256 + (random % 200))}.js` }),
  (random) => ({ name: `js/${'🦃'.repeat(64 + (random % 30))}` }),
  (random) => ({ name: `${'deep/'.repeat(40 + (random % 60))}a.js` }),
  (random) => ({ name: `js/mfe.0123456789.js/${random}.js` }),
  (random) => ({ name: `../${random}.js` }),
  (random) => ({ name: `js/${random}.js`, type: 'symlink', linkname: '/etc/passwd' }),
  (random) => ({ name: `js/${random}\u0007.js` }),
  () => ({ name: 'mf-manifest.json', content: '{}' }),
]

async function run({ databaseUrl, count, seed }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const backend = await startBackend({ DATABASE_URL: database.url })
  let [wrong, serverErrors] = [0, 0]
  try {
    const authorization = await signIn(backend)
    for (let round = 0; round < count; round++) {
      const make = impossible[(seed + round) % impossible.length] as Make
      const archive = await buildArchive([...builtFiles('dinner', `9.0.${round}`), make(seed + round)])
      const { status, body } = await release(backend, authorization, `9.0.${round}`, archive)
      if (status >= 500) serverErrors += 1
      if (status !== 422 || !/^[A-Z].*\.$/.test(body.fields?.['archive'] ?? '')) wrong += 1
    }
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from kept_releases`
    const { problem, slowest } = await askForBroken(backend, authorization, database.sql)
    if (!problem) wrong += 1
    return {
      ...nothingFound,
      tried: count,
      doubled: row?.count ?? 0,
      wrong,
      serverErrors,
      note: `a broken file's slowest answer ${Math.round(slowest)} ms`,
    }
  } finally {
    await backend.remove()
    await database.drop()
  }
}

const asks = 50

/** Takes a release as an older site would have, without a look at its names. */
async function askForBroken(
  { origin }: BackendProcess,
  authorization: string,
  sql: Awaited<ReturnType<typeof freshDatabase>>['sql'],
): Promise<{ problem: boolean; slowest: number }> {
  const archive = await buildArchive([...builtFiles('dinner', '8.0.0'), { name: '.archive/x.js' }])
  const digest = createHash('sha256').update(archive).digest('hex')
  await sql`insert into kept_releases (digest, content) values (${digest}, ${archive})`
  const facts = {
    version: '8.0.0',
    contract: '1',
    needs: {},
    size: 1,
    integrity: '',
    source: { kind: 'archive', digest },
  }
  const row = { ...facts, at: new Date().toISOString(), by: null }
  await sql`
    insert into parts select (json_populate_record(null::parts, ${JSON.stringify({
      id: 'dinner',
      version: 1,
      added: false,
      releases: [row],
      activated: [],
      canary: null,
    })}::text::json)).*`
  let slowest = 0
  for (let ask = 0; ask < asks; ask++) {
    const began = performance.now()
    await fetch(`${origin}/parts/dinner/8.0.0/js/mfe.0123456789.js`)
    if (ask > 0) slowest = Math.max(slowest, performance.now() - began)
  }
  const answer = await fetch(`${origin}/api/parts`, { headers: { authorization } })
  return { problem: (await answer.text()).includes('the site uses itself'), slowest }
}

async function release({ origin }: BackendProcess, authorization: string, version: string, archive: Uint8Array) {
  const body = new FormData()
  body.set('version', version)
  body.set('archive', new File([new Uint8Array(archive)], 'part.tar.gz'))
  const answer = await fetch(`${origin}/api/parts/dinner/releases`, {
    method: 'POST',
    headers: { authorization },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as { fields?: Record<string, string> } }
}

async function signIn({ origin }: BackendProcess): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'td', password: tdPassword }),
  })
  return `Bearer ${((await answer.json()) as { token: string }).token}`
}
