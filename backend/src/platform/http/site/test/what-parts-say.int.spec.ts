import { describe, expect, it } from 'vitest'
import {
  buildDinner,
  buildSiteBeforeEach,
  descriptions,
  listening,
  remoteIn,
  serveSite,
  settingsIn,
} from './test-site.ts'

buildSiteBeforeEach()

describe('what a part says about itself', () => {
  it('stands in the page, but for what is for search engines', async () => {
    const { page } = await serveSite()
    const { paths, pages } = remoteIn(await page(), 'dinner') ?? {}
    const { description: _, picture: __, ...info } = descriptions.dinner.pages[0]
    expect({ paths, pages }).toEqual({ paths: ['/dinner'], pages: [{ ...info, saysAccessDenied: false }] })
  })

  it('may be more than this backend understands: it takes the rest', async () => {
    const [info] = descriptions.dinner.pages
    const newer = { ...info, confetti: true, layout: 'carousel', head: { ...info.head, feather: 'rainbow' } }
    await buildDinner('bbbbbbbbbb', 2, { pages: [newer], colour: 'green' })
    const { page } = await serveSite()
    expect(remoteIn(await page(), 'dinner')?.pages).toMatchObject([
      { path: '/dinner/info', layout: 'text', head: { feather: 'pumpkin' } },
    ])
  })

  it('holds until the same part from another origin has said it', async () => {
    const elsewhere = await listening(() => undefined)
    const { page } = await serveSite({ remotes: `dinner=${elsewhere}/mf-manifest.json` })
    const html = await page('/dinner/info')
    expect(remoteIn(html, 'dinner')).toMatchObject({ version: null, paths: ['/dinner'] })
    expect(html).toContain('<title>Dinner · Turkey</title>')
  })

  it.each([
    [
      'contract',
      { contract: '^2' },
      /^The dinner pages need version \^2 of the shell's contract, .* has 1: please reload/,
    ],
    ['needs', { needs: { dinner: '^1.5' } }, /^The dinner pages need version \^1.5 of the dinner .* has 1.4.0: please/],
    [
      'needs',
      { needs: { wine: '^1' } },
      /^The dinner pages need version \^1 of the wine interface, .* has none: please/,
    ],
    [
      'packages',
      { shared: [{ name: '@ultimate/kit/router.ts', requiredVersion: '^1.3.0' }] },
      /^The dinner pages need version \^1.3.0 of @ultimate\/kit, and this site shares 1.2.0: please reload/,
    ],
    [
      'paths',
      { paths: ['/audit', '/dinner'] },
      /^The staff pages claim \/audit, which belongs to the dinner pages: one/,
    ],
  ])(
    'keeps what does not fit by its %s from being loaded, with a sentence that says what to do',
    async (_, changes, why) => {
      await buildDinner('bbbbbbbbbb', 2, changes)
      const { page } = await serveSite()
      const misfits = settingsIn(await page()).remotes.flatMap(({ misfit }) => (misfit === null ? [] : [misfit]))
      expect(misfits).toEqual([expect.stringMatching(why)])
    },
  )

  it.each([
    ['another part', { name: 'staff' }],
    ['a page outside its paths', { paths: ['/supper'] }],
    ['a path that is none', { paths: ['/'] }],
  ])('counts for nothing where it names %s', async (_, changes) => {
    await buildDinner('bbbbbbbbbb', 2, changes)
    const { page } = await serveSite()
    expect(remoteIn(await page(), 'dinner')).toMatchObject({ version: null, entry: null, pages: [] })
  })
})
