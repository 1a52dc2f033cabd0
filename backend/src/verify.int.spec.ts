import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@ultimate/event-store/fixtures/store.fixture.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testConfiguration } from './platform/configuration/test-configuration.ts'
import { mailHeadOfTheDay } from './staff/mails/log-head.mail.ts'
import { testApp } from './test/test-app.ts'
import { verifyProcess } from './test/test-process.ts'

let app: Awaited<ReturnType<typeof testApp>>
let folder: string
let td: Record<string, string>
beforeAll(async () => {
  app = await testApp({}, undefined, { sealEveryMs: 5, timing: { fallbackPollMs: 50 } })
  folder = await mkdtemp(join(tmpdir(), 'ultimate-verify-'))
  td = await app.signIn('td')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The command beside the running site, as its server's administrator starts it. */
function verify(...options: string[]) {
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${app.sql.options.database}`
  return verifyProcess({ DATA_DIR: folder, DATABASE_URL: url.href, LOG_KEY: testConfiguration.logKey }, ...options)
}

const get = (path: string, headers: Record<string, string> = td) => fetch(app.origin + path, { headers })
// biome-ignore lint/suspicious/noExplicitAny: what a test reads, it compares
const readJson = async (answer: Response | Promise<Response>): Promise<any> => (await answer).json()
const newestPosition = async () =>
  Number((await app.sql`select max(position) as position from events`)[0]?.['position'])
const readProof = (position: number) => get(`/api/audit/${position}/proof`)
/** Asks again while it is too early, as clients should. */
async function sealedProof(position: number) {
  await until(async () => (await readProof(position)).status === 200)
  return readJson(readProof(position))
}

async function saveHeads(): Promise<{ file: string; heads: { text: string; at: string }[] }> {
  const { heads } = await readJson(get('/api/audit/heads'))
  const file = join(folder, 'heads.txt')
  await writeFile(file, heads.map(({ text }: { text: string }) => text).join('\n'))
  return { file, heads }
}

/** One that has written keeps what follows it from being sealed. */
async function withRunningTransaction<T>(work: () => Promise<T>): Promise<T> {
  const running = await app.sql.reserve()
  await running`begin`
  await running`select pg_current_xact_id()`
  try {
    return await work()
  } finally {
    await running`rollback`
    running.release()
  }
}

describe('The heads of the log', () => {
  it('are listed with their key, newest first, and prove each event', async () => {
    const position = await newestPosition()
    const proof = await sealedProof(position)
    const { heads } = await saveHeads()
    expect(proof).toMatchObject({ position, index: proof.size - 1, head: heads[0]?.text })
    expect(JSON.parse(Buffer.from(proof.leaf, 'base64').toString())).toMatchObject({
      position,
      type: expect.any(String),
    })
    const words = await readJson(get('/api/log-head', {}))
    expect(words.head).toMatchObject({ size: proof.size, words: expect.stringMatching(/^([a-z]+ ){7}[a-z]+$/) })
  })

  it('are told apart: 404 where there is no event, 425 where it is not sealed yet', async () => {
    const unknown = await readProof(1)
    expect([unknown.status, (await readJson(unknown)).code]).toEqual([404, 'EVENT_NOT_FOUND'])
    const early = await withRunningTransaction(async () => {
      await fetch(`${app.origin}/api/auth/logout`, { method: 'POST', headers: await app.signIn('helper') })
      return readProof(await newestPosition())
    })
    const said = [early.status, early.headers.get('retry-after'), (await readJson(early)).code]
    expect(said).toEqual([425, '1', 'NOT_SEALED_YET'])
    await sealedProof(await newestPosition())
  })

  it('are mailed to every TD once a day, and after the dinner has finished', async () => {
    const mails = async () => {
      const names = (await readdir(app.outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
      const texts = await Promise.all(names.map((name) => readFile(join(app.outbox, name), 'utf8')))
      return texts.filter((text) => text.includes('Seal of the audit log'))
    }
    const send = (action: string) =>
      fetch(`${app.origin}/api/dinner-management/session/${action}`, { method: 'POST', headers: td })
    expect((await send('start')).status).toBe(200)
    expect((await send('finish')).status).toBe(200)
    await until(async () => (await mails()).length === 1)
    await mailHeadOfTheDay(app.platform)
    await mailHeadOfTheDay(app.platform)
    const [mail] = await mails()
    expect(await mails()).toHaveLength(2)
    expect(mail).toContain('To: td@localhost')
    const { heads } = await readJson(get('/api/audit/heads'))
    expect(mail?.replaceAll('\r\n', '\n')).toMatch(new RegExp(`\\n${heads[0].text.split('\n')[1]}\\n`))
  })
})

describe('npm run verify', () => {
  it('ends with 0 where log, rows and heads agree, while the site is open', async () => {
    await sealedProof(await newestPosition())
    const { file } = await saveHeads()
    const { code, said, complained } = await verify('--heads', file)
    expect({ code, complained }).toEqual({ code: 0, complained: '' })
    expect(said).toMatch(
      /heads of the database hold, and of those that were brought \d+\.\nThe log is what was sealed\./,
    )
    expect(said).toMatch(/The live tables are what the events say\.\nEverything holds\.\n$/)
  })

  it('ends with 1 and names the first wrong event, a row that does not follow, and a log that is too short', async () => {
    const { file } = await saveHeads()
    const [first, last] = [await app.sql`select min(position) as p from events`, await newestPosition()]
    const position = Number(first[0]?.['p'])
    await app.sql`update events set actor_name = 'Mallory' where position = ${position}`
    expect(await verify()).toMatchObject({
      code: 1,
      said: expect.stringContaining(`WRONG at position ${position}: the event is not the one`),
    })
    await app.sql`update events set actor_name = null where position = ${position}`
    await app.sql`update users set full_name = 'Mallory' where role = 'TD'`
    expect(await verify('--heads', file)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/The log is what was sealed[\s\S]*is "Mallory"/),
    })
    await app.sql`delete from events where position = ${last}`
    expect(await verify('--heads', file)).toMatchObject({ code: 1, said: expect.stringContaining(`position ${last}`) })
  })

  it('says what it cannot read', async () => {
    const missing = await verify('--heads', join(folder, 'nothing.txt'))
    expect(missing).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^The heads in .*nothing\.txt cannot be read/),
    })
    await writeFile(join(folder, 'empty.txt'), '\n')
    expect((await verify('--heads', join(folder, 'empty.txt'))).complained).toMatch(/^There is no head in/)
    expect(await verify('--head', 'x')).toMatchObject({
      code: 1,
      complained: expect.stringContaining('npm run verify [-- --heads FILE]'),
    })
  })
})
