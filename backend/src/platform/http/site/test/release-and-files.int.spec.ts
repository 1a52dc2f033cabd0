import { readFile, utimes, writeFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildDinner, buildSiteBeforeEach, inDist, noCookie, raw, serveSite, settingsIn } from './test-site.ts'

buildSiteBeforeEach()

describe('the release', () => {
  it('is named in the page and in every answer, and changes with what a page would load', async () => {
    const { url, site, page } = await serveSite()
    const named = (await fetch(url, { method: 'HEAD' })).headers.get('x-release')
    expect(named).toMatch(/^shell=[0-9a-f]{10},dinner=[0-9a-f]{10},staff=[0-9a-f]{10}$/)
    expect(site.release(noCookie)).toBe(named)
    expect(settingsIn(await page()).release).toEqual(
      Object.fromEntries(named?.split(',').map((one) => one.split('=')) ?? []),
    )
    await buildDinner('bbbbbbbbbb', 2)
    const next = (await fetch(url, { method: 'HEAD' })).headers.get('x-release')
    expect(next?.split(',')[0]).toBe(named?.split(',')[0])
    expect(next).not.toBe(named)
    // Else a page that has just come would learn from the next answer that it is another one.
    expect(site.release(noCookie)).toBe(next)
  })

  it('tells pages what the shell can fetch once it rests', async () => {
    const { page } = await serveSite()
    expect(settingsIn(await page()).later).toEqual(['/parts/shell/js/7.0123456789.js'])
  })
})

describe('a file', () => {
  it('that is none is an unknown address to a visitor, who gets the home page, and is missed by all else', async () => {
    const { url } = await serveSite()
    const visit = await raw(url, '/john.smith', { accept: 'text/html,*/*;q=0.8' })
    expect([visit.status, visit.headers['access-control-allow-origin']]).toEqual([200, undefined])
    expect(visit.body.toString()).toContain('<h1>Two days of disc</h1>')
    expect((await raw(url, '/john.smith', { accept: '*/*', 'sec-fetch-dest': 'document' })).status).toBe(200)
    for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html', 'sec-fetch-dest': 'image' }])
      expect((await raw(url, '/john.smith', headers)).status).toBe(404)
    expect((await raw(url, '/parts/dinner/js/gone.js', { accept: 'text/html' })).status).toBe(404)
    expect((await raw(url, '/favicon.svg', { accept: 'text/html' })).headers['content-type']).toBe('image/svg+xml')
  })

  it('with a digest in its name is kept for a year, packed where it was packed', async () => {
    const { url } = await serveSite()
    const { headers, body } = await raw(url, '/parts/shell/js/main.0123456789.js', { 'accept-encoding': 'br' })
    expect(headers['cache-control']).toBe('max-age=31536000,immutable')
    expect(headers['content-type']).toMatch(/javascript/)
    expect(brotliDecompressSync(body).toString()).toBe('packed')
    expect((await raw(url, '/parts/shell/js/main.0123456789.js')).body.toString()).toBe('plain')
  })

  it('that is a source map is not served', async () => {
    const { url } = await serveSite()
    await writeFile(inDist('dinner/js/mfe.0123456789.js.map'), '{}')
    expect((await raw(url, '/parts/dinner/js/mfe.0123456789.js.map')).status).toBe(404)
  })

  it('that names others is asked for again every time', async () => {
    const { url } = await serveSite()
    expect((await raw(url, '/parts/dinner/mf-manifest.json')).headers['cache-control']).toBe('no-cache')
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('that names others is sent as %s, and is asked for again all the same', async (encoding, unpack) => {
    const { url } = await serveSite()
    const path = '/parts/dinner/mf-manifest.json'
    await buildDinner('bbbbbbbbbb', 2, { shared: Array(40).fill({ name: 'react', requiredVersion: '^19' }) })
    const accept = { 'accept-encoding': encoding }
    const { headers, body } = await raw(url, path, accept)
    expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, String(body.length)])
    expect(headers['cache-control']).toBe('no-cache')
    const plain = await raw(url, path)
    expect(unpack(body)).toEqual(plain.body)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect((await raw(url, path, { ...accept, 'if-none-match': String(headers.etag) })).status).toBe(304)
  })

  it('that names others is known by its content: a release may be older than the one before', async () => {
    const { url } = await serveSite()
    const path = '/parts/dinner/mf-manifest.json'
    const { headers } = await raw(url, path)
    const known = { 'if-none-match': String(headers.etag) }
    expect([(await raw(url, path, known)).status, headers['last-modified']]).toEqual([304, undefined])
    await buildDinner('cccccccccc', 2)
    const manifest = inDist('dinner/mf-manifest.json')
    await utimes(manifest, new Date(0), new Date(0))
    expect((await raw(url, path, known)).body.toString()).toBe(await readFile(manifest, 'utf8'))
    // The header of a browser that has the file from a site which sent its time.
    const since = { 'if-modified-since': new Date().toUTCString() }
    expect((await raw(url, path, since)).status).toBe(200)
  })

  it('may stand at the root, as browsers expect of icons', async () => {
    const { url } = await serveSite()
    expect((await raw(url, '/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
  })

  it.each([
    '/parts/shell/js/gone.0123456789.js',
    '/parts/../../package.json',
    '/parts/%2e%2e/%2e%2e/package.json',
    '/parts/shell/.fingerprint',
    '/parts/shell/%00.js',
    '/../../../../etc/passwd.txt',
  ])('%s is none', async (path) => {
    const { url } = await serveSite()
    const { status, body, headers } = await raw(url, path)
    expect(status === 404 || status === 400).toBe(true)
    expect(body.toString()).not.toMatch(/secret|workspaces|root:/)
    expect(headers['cache-control'] ?? '').not.toContain('immutable')
  })
})
