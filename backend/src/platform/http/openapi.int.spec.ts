import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { roles } from '@ultimate/events/language/roles.ts'
import { platformApi } from '@ultimate/events/platform/api.ts'
import { releasesApi, releasesErrors } from '@ultimate/events/releases/api.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import { tournamentApi, tournamentErrors } from '@ultimate/events/tournament/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergedErrors } from './answer/error-reply.ts'
import { startApi, type TestApi } from './api.fixture.ts'
import { openApiDocument } from './openapi.ts'

const run = promisify(execFile)
const linter = join(import.meta.dirname, '../../../../node_modules/.bin/redocly')

describe('The description of the whole interface', () => {
  const registry = mergedErrors([
    { name: 'tournament', errors: tournamentErrors.registry },
    { name: 'staff', errors: staffErrors.registry },
    { name: 'releases', errors: releasesErrors.registry },
  ])
  const document = openApiDocument(
    [
      { name: 'tournament', endpoints: Object.values(tournamentApi) },
      { name: 'staff', endpoints: Object.values(staffApi) },
      { name: 'releases', endpoints: Object.values(releasesApi) },
      { name: 'platform', endpoints: Object.values(platformApi) },
    ],
    { registry, roles },
  )

  it('passes the linter without an error', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    try {
      const offline = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
      const linted = await run(process.execPath, [linter, 'lint', '--extends=recommended', '--format=json', file], {
        cwd: folder,
        env: offline,
      }).catch((error: { stdout: string; stderr: string }) => error)
      const { problems } = JSON.parse(linted.stdout) as { problems: { severity: string }[] }
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('says how long a text may be, although it is trimmed first', () => {
    const body = JSON.stringify(document.paths?.['/api/register-team']?.post?.requestBody)
    expect(body).toMatch(/"teamName":\{"type":"string","maxLength":\d+\}/)
  })

  it('names each call once, with who may make it and how it may be refused', () => {
    const update = document.paths?.['/api/teams/{id}']?.put
    expect(update).toMatchObject({ operationId: 'putTeamsById', 'x-roles': ['TD', 'admin'], security: [{ token: [] }] })
    expect(Object.keys(update?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '412', '413', '415', '422', '503']),
    )
    const ids = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path).map((it) => it.operationId))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('The page that shows it', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  it('lists every call of the machine-readable one', async () => {
    const { paths } = (await (await api.fetch('/api/openapi.json')).json()) as { paths: object }
    const page = await (await api.fetch('/api/docs')).text()
    expect(Object.keys(paths)).toContain('/api/shelves/{id}')
    for (const path of Object.keys(paths)) expect(page).toContain(`<code>${path}</code>`)
  })

  it('needs no script and nothing that its policy does not name', async () => {
    const answer = await api.fetch('/api/docs')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(await answer.text()).not.toMatch(/<script| style="| on\w+="/)
  })
})
