import { createHash } from 'node:crypto'
import { defaultFacts, type FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildManifest, buildSiteBeforeEach, serveSite, settingsIn, write, writeTemplates } from './test-site.ts'

buildSiteBeforeEach()

const facts: FactsOfYear = {
  year: 2031,
  ...defaultFacts(2031),
  name: 'Frost & "Fire" <Cup>',
  city: "Boulder's {{menus}} {{dates}}",
  contact_email: 'a@b.example"><script>',
}

beforeEach(() =>
  writeTemplates({
    site: '{{name}}',
    home: {
      title: '{{name}}',
      description: 'In {{city}}, {{datesSpoken}}.',
      picture: '/previews/home.png',
      markup: '<nav>{{menus}}</nav><a href="mailto:{{email}}">{{name}}</a><p>{{city}}</p><i>{{constructor}}</i>',
    },
    gate: { title: 'Testing', markup: '<p>{{email}}</p>', files: [] },
  }),
)

describe('the facts of the edition', () => {
  it('stand in markup, title and preview of the page, and none can leave its place', async () => {
    const { page } = await serveSite({ facts: async () => facts })
    const html = await page()
    const menu = '<i>Supper &amp; more</i>'
    expect(html).toContain(
      `<div id="root"><nav>${menu}</nav><a href="mailto:a@b.example&quot;&gt;&lt;script&gt;">Frost &amp; &quot;Fire&quot; &lt;Cup&gt;</a>` +
        '<p>Boulder&#39;s {{menus}} {{dates}}</p><i>{{constructor}}</i></div>',
    )
    expect(html).toContain('<title>Frost &amp; &quot;Fire&quot; &lt;Cup&gt;</title>')
    expect(html).toContain('<meta property="og:site_name" content="Frost &amp; &quot;Fire&quot; &lt;Cup&gt;">')
    expect(html).toContain('content="In Boulder&#39;s {{menus}} {{dates}}, November 22 to 23, 2031."')
    expect(settingsIn(html)).toMatchObject({ edition: { facts, words: { name: facts.name, year: '2031' } } })
    expect(html).not.toContain('<Cup>')
  })

  it('are filled into what a part declares', async () => {
    const [info] = buildManifest('aaaaaaaaaa').pages
    const described = { ...info, head: { ...info.head, lead: '{{poolPlay}} & {{name}}.' }, description: '{{dinner}}' }
    await write(
      'dinner/mf-manifest.json',
      JSON.stringify(buildManifest('aaaaaaaaaa', 'dinner', { pages: [described] })),
    )
    const { page } = await serveSite({ facts: async () => facts })
    const html = await page('/dinner/info')
    expect(html).toContain('<u>9:00 AM to 4:50 PM &amp; Frost &amp; &quot;Fire&quot; &lt;Cup&gt;.</u>')
    expect(html).toContain('<meta name="description" content="6:00 PM to 9:00 PM">')
    expect(html).toContain('<title>Dinner · Frost &amp;')
  })

  it('change the page and its tag once they change, and stay while they cannot be read', async () => {
    let read = async () => facts
    const { url } = await serveSite({ facts: () => read() })
    const ask = async () => {
      const answer = await fetch(url)
      return [answer.headers.get('etag'), /<title>(.*?)<\/title>/.exec(await answer.text())?.[1]]
    }
    const first = await ask()
    read = async () => ({ ...facts })
    expect(await ask()).toEqual(first)
    read = async () => ({ ...facts, name: 'Spring Fling' })
    const second = await ask()
    expect(second).toEqual([expect.stringMatching(/^W\//), 'Spring Fling'])
    expect(second[0]).not.toBe(first[0])
    read = () => Promise.reject(new Error('The database is away.'))
    expect(await ask()).toEqual(second)
  })

  it('of the past are linked in the foot, and have a page below the one that declares it, each year its own', async () => {
    await writeTemplates({
      archive: '<a href="{{path}}">{{archiveLabel}}</a>',
      frame: '<main>{{page}}</main>{{archive}}',
      heads: { 'regular-gold': '<u>{{heading}}</u>', 'regular-gold-lead': '<u>{{lead}}</u>' },
    })
    const [info] = buildManifest('aaaaaaaaaa').pages
    const years = { title: 'Archive {year}', heading: 'Dinner of {year}', description: 'What was served in {year}.' }
    const pages = [{ ...info, years }]
    await write('dinner/mf-manifest.json', JSON.stringify(buildManifest('aaaaaaaaaa', 'dinner', { pages })))
    let past: readonly number[] = []
    const { page } = await serveSite({ facts: async () => facts, pastYears: async () => past })
    expect(await page('/dinner/info')).not.toContain('<a href')
    expect(await page('/dinner/info/2024')).not.toContain('2024')
    past = [2024, 2023]
    expect(settingsIn(await page('/dinner/info'))).toMatchObject({ past })
    const html = await page('/dinner/info/2024')
    expect(html).toContain('<a href="/dinner/info">Info</a>')
    expect(html).toContain('<title>Archive 2024 · ')
    expect(html).toContain('content="What was served in 2024."')
    expect(html).toContain('Dinner of 2024')
    expect(await page('/dinner/info/2022')).not.toContain('2022')
  })

  it('dress the page in the colors and the logo of the club, by a style that its policy allows', async () => {
    const logo = `/api/edition/logo/${'a'.repeat(64)}-240x80.webp`
    const place = {
      own: '<svg></svg>',
      club: '<img src="{{logo}}" width="{{logoWidth}}" height="{{logoHeight}}" alt="{{name}}">',
    }
    await writeTemplates({
      home: { title: '', description: '', picture: '', markup: '<a><svg></svg>{{name}}</a>' },
      logos: [place],
    })
    await write('shell/root/manifest.webmanifest', '{ "theme_color": "#143a2e" }')
    const plain = await serveSite()
    expect(await plain.page()).toContain('<a><svg></svg>Thanksgiving Ultimate</a>')
    expect(await plain.page()).not.toContain('club-colors')
    const dressed = { ...facts, name: 'Frost', colors: { primary: '#002855', accent: null }, logo }
    const { url, page, served } = await serveSite({ facts: async () => dressed })
    const html = await page()
    const [, style = ''] = /<style id="club-colors">(.*?)<\/style>/.exec(html) ?? []
    expect(style).toContain('--color-action:#002855')
    expect(served[0]?.styles).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(html).toContain(`<a><img src="${logo}" width="240" height="80" alt="Frost">Frost</a>`)
    expect(await (await fetch(`${url}/manifest.webmanifest`)).json()).toEqual({ theme_color: '#002855' })
  })

  it('name the app, and who to write to before a closed gate, which shows nothing else of them', async () => {
    await write('shell/root/manifest.webmanifest', '{ "name": "{{name}}", "start_url": "/" }')
    const { url, page } = await serveSite({ facts: async () => facts, gatePassword: 'turkey' })
    const manifest = await fetch(`${url}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    expect(await manifest.json()).toEqual({ name: facts.name, start_url: '/' })
    const html = await page()
    expect(html).toContain('<p>a@b.example&quot;&gt;&lt;script&gt;</p>')
    expect(html).not.toContain('Frost')
  })
})
