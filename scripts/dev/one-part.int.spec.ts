import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Developed, describeMisfit, developPart, readOffer } from './one-part.ts'

const remotes = [
  { name: 'hello', version: '0.9.0', entry: '/parts/hello/0.9.0/js/remoteEntry.js', integrity: 'sha384-x', pages: [] },
  { name: 'staff', version: '0.1.0' },
]
const page = `<head><script type="application/json" id="page-settings">${JSON.stringify({ gate: 'open', remotes })}</script></head>`

const tags = [{ name: 'dinner', 'x-version': '0.9.0' }, { name: 'tournament', 'x-version': '1.9.0' }, { name: 'live' }]
const shares = { '@ultimate/kit': '1.9.0' }

let asked: IncomingMessage
let site: Server
let developed: Developed
let address: string
beforeAll(async () => {
  site = createServer(async (request, response) => {
    asked = request
    const said = await text(request)
    response.setHeader('set-cookie', 'visitor=1; Path=/; Secure; HttpOnly; Domain=site.example.org')
    if (request.url === '/api/openapi.json') response.end(JSON.stringify({ tags }))
    else if (request.url === '/parts/shell/first-answers.json') response.end(JSON.stringify({ contracts: [1], shares }))
    else if (request.url === '/hello') response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
    else response.writeHead(201).end(`${request.method} ${said}`)
  })
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const hello = { name: 'hello', folder: 'e2e/fixtures/hello', site: address, port: 0, host: '127.0.0.1' }
  developed = await developPart(hello)
})
afterAll(async () => {
  await developed.stop()
  site.close()
})

describe('npm run dev -- --only', () => {
  it("shows the running site's page with the part as it is here", async () => {
    const shown = await (await fetch(`${developed.url}/hello`)).text()
    const settings = JSON.parse(/page-settings">(.*?)<\/script>/.exec(shown)?.[1] ?? '')
    expect(settings).toMatchObject({
      gate: 'open',
      remotes: [
        { name: 'staff', version: '0.1.0' },
        { name: 'hello', version: '1.0.0', manifest: '/parts/hello/mf-manifest.json', entry: null, integrity: null },
      ],
    })
    expect(settings.remotes[1].pages[0].path).toBe('/hello')
  })

  it('serves the part that it has built, which reloads the page when it has changed', async () => {
    const { metaData } = await (await fetch(`${developed.url}/parts/hello/mf-manifest.json`)).json()
    const entry = await fetch(`${developed.url}/parts/hello/${metaData.remoteEntry.path}${metaData.remoteEntry.name}`)
    expect(entry.headers.get('content-type')).toContain('javascript')
    expect(await entry.text()).toContain("('/parts/hello/changes')")
  })

  it('shows why a part does not fit the site, as far as the site shows what it offers', async () => {
    const interfaces = { dinner: '0.9.0', tournament: '1.9.0' }
    expect(await readOffer(address)).toEqual({ interfaces, contracts: [1], shares })
    const oldShell = { contracts: [0], shares }
    const oldKit = { contracts: [1], shares: { '@ultimate/kit': '0.9.0' } }
    expect(await describeMisfit('mfe-dinner', { interfaces })).toMatch(
      /^The dinner pages need version \^1\S* of the dinner interface, and this server has 0\.9\.0\.$/,
    )
    expect(await describeMisfit('mfe-dinner', oldShell)).toBe(
      "The dinner pages need version ^1 of the shell's contract, and this site has 0.",
    )
    expect(await describeMisfit('mfe-dinner', oldKit)).toMatch(
      /^The dinner pages need version \^1\S* of @ultimate\/kit, and this site shares 0\.9\.0\.$/,
    )
    expect(await describeMisfit('mfe-dinner', { contracts: [1], shares })).toBeNull()
    expect(await describeMisfit('mfe-dinner', {})).toBeNull()
    expect(await describeMisfit('e2e/fixtures/hello', { interfaces })).toBeNull()
  })

  it('shows what the part threw, and does not report it to the site', async () => {
    const changes = await fetch(`${developed.url}/parts/hello/changes`)
    const stack = `Error: burnt\n    at carve (${developed.url}/parts/hello/js/any.js:1:2)`
    const json = JSON.stringify({ part: 'hello', version: '1.0.0', message: 'burnt', stack })
    const answer = await fetch(`${developed.url}/api/part-errors`, { method: 'POST', body: json })
    expect(answer.status).toBe(204)
    let shown = ''
    for await (const chunk of changes.body ?? []) {
      shown += Buffer.from(chunk).toString()
      if (shown.includes('thrown')) break
    }
    expect(shown).toContain('event: thrown\ndata: "burnt\\n    at carve /parts/hello/js/any.js:1:2"')
    expect(asked.url).not.toBe('/api/part-errors')
  })

  it('passes everything else on to the site, as from a page of its own', async () => {
    const headers = { origin: developed.url, cookie: 'a=1', authorization: 'Bearer t' }
    const answer = await fetch(`${developed.url}/api/any?x=1`, { method: 'POST', headers, body: 'gravy' })
    expect([answer.status, await answer.text()]).toEqual([201, 'POST gravy'])
    expect(asked.url).toBe('/api/any?x=1')
    expect(asked.headers).toMatchObject({ origin: address, cookie: 'a=1', authorization: 'Bearer t' })
    expect(answer.headers.get('set-cookie')).toBe('visitor=1; Path=/; HttpOnly')
  })
})
