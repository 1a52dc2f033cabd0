import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Developed, developPart } from './one-part.ts'

const remotes = [
  { name: 'hello', version: '0.9.0', entry: '/parts/hello/0.9.0/js/remoteEntry.js', integrity: 'sha384-x', pages: [] },
  { name: 'staff', version: '0.1.0' },
]
const page = `<head><script type="application/json" id="page-settings">${JSON.stringify({ gate: 'open', remotes })}</script></head>`

let asked: IncomingMessage
let site: Server
let developed: Developed
let address: string
beforeAll(async () => {
  site = createServer(async (request, response) => {
    asked = request
    const said = await text(request)
    response.setHeader('set-cookie', 'visitor=1; Path=/; Secure; HttpOnly; Domain=site.example.org')
    if (request.url === '/hello') response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
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
    expect(await entry.text()).toContain("EventSource('/parts/hello/changes')")
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
