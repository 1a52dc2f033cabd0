import { describe, expect, it, vi } from 'vitest'
import {
  addressIn,
  buildDinner,
  buildManifest,
  buildSiteBeforeEach,
  digest,
  entryScript,
  listening,
  remoteIn,
  serveSite,
} from './test-site.ts'

buildSiteBeforeEach()

const mapService = 'https://www.openstreetmap.org'

it('measures each part, also parts that were built at the same time', async () => {
  const { site } = await serveSite()
  const built = (await site.host.builtIn()).map(({ name, size }) => [name, size])
  const sizeOf = (name: 'dinner' | 'staff') =>
    Buffer.byteLength(entryScript('aaaaaaaaaa') + JSON.stringify(buildManifest('aaaaaaaaaa', name)))
  expect(built).toEqual([
    ['dinner', sizeOf('dinner')],
    ['staff', sizeOf('staff')],
  ])
})

describe('where the parts are', () => {
  it('stands in the page with the digest of the entry', async () => {
    const { page } = await serveSite()
    expect(addressIn(await page(), 'dinner')).toEqual({
      name: 'dinner',
      version: '1.0.0-aaaaaaaaaa',
      manifest: '/parts/dinner/mf-manifest.json',
      entry: '/parts/dinner/js/remoteEntry.aaaaaaaaaa.js',
      integrity: digest(entryScript('aaaaaaaaaa')),
    })
  })

  it('follows a part that is built anew, without a restart', async () => {
    const { page } = await serveSite()
    await page()
    await buildDinner('bbbbbbbbbb', 2)
    expect(remoteIn(await page(), 'dinner')?.entry).toBe('/parts/dinner/js/remoteEntry.bbbbbbbbbb.js')
  })

  it('is open for a part that is not built, and the page comes all the same', async () => {
    const { page } = await serveSite()
    expect(remoteIn(await page('/tournament'), 'tournament')).toMatchObject({ entry: null, integrity: null })
  })

  it('can be in a folder of another origin, which pages may then load from', async () => {
    const elsewhere = await listening((asked, answer) => {
      const isManifest = asked.url === '/dinner/mf-manifest.json'
      answer.end(isManifest ? JSON.stringify(buildManifest('cccccccccc')) : entryScript('cccccccccc'))
    })
    const manifest = `${elsewhere}/dinner/mf-manifest.json`
    const { site, page } = await serveSite({ remotes: `dinner=${manifest}` })
    const folder = `${elsewhere}/dinner/`
    expect(site.sources).toMatchObject({ scripts: [folder], styles: [folder], connections: [folder, mapService] })
    const known = {
      name: 'dinner',
      version: '1.0.0-cccccccccc',
      manifest,
      entry: `${folder}js/remoteEntry.cccccccccc.js`,
      integrity: digest(entryScript('cccccccccc')),
    }
    await vi.waitFor(async () => expect(addressIn(await page(), 'dinner')).toEqual(known), { timeout: 20_000 })
  })

  it('is taken as pinned, with what the part says about itself as soon as it was heard', async () => {
    const elsewhere = await listening((_, answer) => {
      answer.end(JSON.stringify(buildManifest('cccccccccc', 'dinner', { area: 'supper' })))
    })
    const manifest = `${elsewhere}/mf-manifest.json`
    const pin = digest('the entry')
    const { page } = await serveSite({ remotes: `dinner=${manifest}#${pin}` })
    const address = { name: 'dinner', version: null, manifest, entry: null, integrity: pin }
    expect(addressIn(await page('/dinner/info'), 'dinner')).toEqual(address)
    await vi.waitFor(async () => expect(remoteIn(await page(), 'dinner')).toMatchObject({ area: 'supper' }), {
      timeout: 20_000,
    })
    expect(addressIn(await page(), 'dinner')).toEqual({ ...address, version: '1.0.0-cccccccccc' })
    expect(await page('/dinner/info')).not.toContain('as="script"')
  })

  it('is open for a part that answers nonsense, and the page comes all the same', async () => {
    const elsewhere = await listening((_, answer) => answer.end('<h1>Not here</h1>'))
    const { page } = await serveSite({ remotes: `dinner=${elsewhere}/mf-manifest.json` })
    expect(remoteIn(await page('/dinner/info'), 'dinner')).toMatchObject({ entry: null, integrity: null })
  })

  it('is open for a part that does not answer, and no page waits for it', async () => {
    let isGivenUp = false
    const asked = Promise.withResolvers<void>()
    const elsewhere = await listening((request) => {
      asked.resolve()
      request.once('close', () => (isGivenUp = true))
    })
    const { page } = await serveSite({ remotes: `dinner=${elsewhere}/mf-manifest.json` })
    await asked.promise
    expect(remoteIn(await page('/dinner/info'), 'dinner')).toMatchObject({ entry: null, integrity: null })
    expect(isGivenUp).toBe(false)
  })
})
