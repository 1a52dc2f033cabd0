import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { defaultFacts, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { describe, expect, it } from 'vitest'
import type { RequestContext } from '../../http-route.ts'
import { gate } from '../../middleware/gate.ts'
import { pageMaker } from '../page.ts'
import { buildDinner, buildSiteBeforeEach, inDist, raw, remove, serveSite, settingsIn, sheetLink } from './test-site.ts'

buildSiteBeforeEach()

/** Returns the name that a policy has for what stands in a page. */
const toSource = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** The cookie that this gate gives for its password. */
async function requestPass(options: { readonly gatePassword: string; readonly authSecret: string }): Promise<string> {
  const given: string[] = []
  const context = { setCookie: (name: string, value: string) => given.push(`${name}=${value}`) }
  const route = gate(options).routes.find(({ endpoint }) => endpoint.method === 'POST')
  await route?.handle({ body: { password: options.gatePassword } }, context as unknown as RequestContext)
  return given.join()
}

describe('the page', () => {
  it.each(['/', '/no/such/page'])('at %s comes with the home page drawn', async (path) => {
    const { page } = await serveSite()
    const menu = '<i>Supper &amp; more</i>'
    expect(await page(path)).toContain(`<div id="root"><nav>${menu}</nav><h1>Two days of disc</h1></div>`)
  })

  it('is drawn once, also for the first visitors who come together', async () => {
    const pages = pageMaker({ mails: false, interfaces: {}, dist: inDist(''), siteUrl: 'http://localhost' })
    let drawn = 0
    const facts = { year: 2025, ...defaultFacts(2025) }
    const edition = {
      facts,
      past: [],
      get words() {
        drawn++
        return writeFacts(2025, facts)
      },
    }
    const ask = () => pages.page('/', { found: [], preview: {} }, { gate: 'open', edition })
    await Promise.all([ask(), ask()])
    const before = drawn
    await ask()
    expect(drawn).toBe(before)
  })

  it("of a part comes with what stands in its place, and hints for what the part's first page loads", async () => {
    const { page } = await serveSite()
    const html = await page('/dinner/info/')
    const head = '<b>Turkey &amp; &lt;ham&gt;</b><u>For {{title}}.</u>'
    const shape = `${head}<p title="Dinner">Cards</p>`
    expect(html).toContain(`<div id="root"><nav><i>Supper &amp; more</i></nav>${shape}</div>`)
    expect(html).toContain(
      '<link rel="preload" as="fetch" href="/parts/dinner/mf-manifest.json" crossorigin="anonymous" fetchpriority="low">',
    )
    expect(html).toContain('as="script" href="/parts/dinner/js/remoteEntry.aaaaaaaaaa.js"')
    expect(html).toContain('as="script" href="/parts/dinner/js/mount.aaaaaaaaaa.js"')
    expect(html).toContain('as="style" href="/parts/dinner/css/mount.aaaaaaaaaa.css"')
  })

  it('hints at the files of the page itself, and at what the shell loads for the part, once each, in its mode and with its digest', async () => {
    const hinted = async (path: string): Promise<string[]> =>
      (await page(path)).match(/<link rel="preload"[^>]*>/g) ?? []
    const { page } = await serveSite()
    const usual = await hinted('/dinner/info')
    const pageFiles = {
      '/dinner/info': { files: ['css/info.a.css', 'js/info.a.js'], shares: ['live', 'query', 'here'] },
    }
    await buildDinner('aaaaaaaaaa', 20, { pageFiles, digests: { 'js/info.a.js': 'sha256-info' } })
    const added = (await hinted('/dinner/info')).filter((hint) => !usual.includes(hint))
    expect(added).toEqual([
      '<link rel="preload" as="script" href="/parts/shell/js/live.a.js" fetchpriority="low">',
      '<link rel="preload" as="style" href="/parts/dinner/css/info.a.css" crossorigin="anonymous" fetchpriority="low">',
      '<link rel="preload" as="script" href="/parts/dinner/js/info.a.js" integrity="sha256-info" crossorigin="anonymous" fetchpriority="low">',
    ])
    const ofParts = '<link rel="preload" as="script" href="/parts/shell/js/parts.a.js" fetchpriority="low">'
    expect(usual.filter((hint) => hint === ofParts)).toHaveLength(1)
    expect(await hinted('/')).not.toContain(ofParts)
    await buildDinner('aaaaaaaaaa', 30, { pageFiles: 'nonsense', digests: 'nonsense' })
    expect(await hinted('/dinner/info')).toEqual(usual)
  })

  it('has its hints followed after the first frame, by a script that the policy knows by its digest', async () => {
    const { page, served } = await serveSite()
    const html = await page('/dinner/info')
    const hints = html.match(/<link rel="preload"(?!.*?as="font")[^>]*>/g) ?? []
    expect(hints.length).toBeGreaterThan(3)
    const [, held, script] = /<template id="hints">(.*?)<\/template><script>(.*?)<\/script>/.exec(html) ?? []
    expect(held).toBe(hints.join(''))
    expect(served[0]?.scripts).toEqual([toSource(script ?? '')])
    expect(await page()).not.toContain('<template')
    expect(served[1]?.scripts).toEqual([])
  })

  it('has a title, a description and a picture of its own, as whole addresses', async () => {
    const { page } = await serveSite({ siteUrl: 'https://turkey.example' })
    const html = await page('/dinner/info')
    expect(html.match(/<title>.*?<\/title>/g)).toEqual(['<title>Dinner · Turkey</title>'])
    expect(html).toContain('<meta name="description" content="Ham">')
    expect(html).toContain('<link rel="canonical" href="https://turkey.example/dinner/info">')
    expect(html).toContain('<meta property="og:image" content="https://turkey.example/parts/dinner/previews/ham.png">')
    expect(await page('/no/such/page')).toContain('<meta name="description" content="Two &quot;days&quot;">')
  })

  it('is not for search engines where it is for staff', async () => {
    const { page } = await serveSite()
    const html = await page('/audit')
    expect(html).toContain('<title>Audit · Turkey</title><meta name="robots" content="noindex">')
    expect(html).not.toContain('og:')
  })

  it('says whether mails leave the site, so that no page promises one in vain', async () => {
    expect(settingsIn(await (await serveSite()).page()).mails).toBe(false)
    expect(settingsIn(await (await serveSite({ smtpUrl: 'smtp://post.example' })).page()).mails).toBe(true)
  })

  it('carries its style sheet, which the policy knows by its digest, and asks for the display face at once', async () => {
    const { page, served } = await serveSite()
    const html = await page()
    const css = '@font-face{src:url(/parts/shell/assets/face.0123456789.woff2)}i::after{content:"<\\/style>"}'
    expect(html).toContain(`<style>${css}</style>`)
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).toContain('as="font" type="font/woff2" href="/parts/shell/assets/face.0123456789.woff2"')
    expect(served[0]?.styles).toEqual([toSource(css)])
  })

  it('links to a style sheet that cannot be read', async () => {
    await remove('shell/css')
    const { page, served } = await serveSite()
    expect(await page()).toContain(sheetLink)
    expect(served[0]?.styles).toEqual([])
  })

  it.each(['/', '/dinner/info'])(
    'at %s is that of the testing gate while it is closed, with nothing of the site behind it',
    async (path) => {
      const { page, served } = await serveSite({ gatePassword: 'turkey' })
      const html = await page(path)
      expect(html.match(/<title>.*?<\/title>/g)).toEqual(['<title>Testing</title>'])
      expect(html).toContain('<div id="root"><h1>Closed</h1></div>')
      expect(html).toContain('<style>h1{color:red}</style>')
      expect(served[0]?.styles).toContain(toSource('h1{color:red}'))
      expect(html).toContain('<link rel="preload" as="script" href="/parts/shell/js/gate.a.js">')
      expect(settingsIn(html)).toEqual({ gate: 'closed', release: expect.any(Object) })
      expect(html).not.toMatch(/Two days|Supper|Turkey|Ham|manifest\.json/)
    },
  )

  it('is whole at once for a browser whose cookie opens the gate, and is kept for no other', async () => {
    const options = { gatePassword: 'turkey', authSecret: 'secret' }
    const { url, page } = await serveSite(options)
    const open = (await raw(url, '/dinner/info', { cookie: await requestPass(options) })).body.toString()
    const without = await serveSite()
    expect(open).toBe(await without.page('/dinner/info'))
    expect(await page('/dinner/info'), 'and closed for the next').toContain('<h1>Closed</h1>')
    for (const cookie of [await requestPass(options), await requestPass({ ...options, gatePassword: 'goose' })]) {
      const { headers } = await raw(url, '/', { cookie })
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: expect.stringContaining('Cookie') })
    }
    expect((await raw(without.url, '/')).headers.vary).not.toContain('Cookie')
  })

  it('is asked for again every time, and answered 304 where nothing changed', async () => {
    const { url } = await serveSite()
    const first = await fetch(url)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await raw(url, '/', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('is sent in the best encoding that is understood', async () => {
    const { url } = await serveSite()
    const packed = await raw(url, '/', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.body).toString()).toContain('Two days of disc')
    expect((await raw(url, '/')).headers['content-encoding']).toBeUndefined()
  })
})
