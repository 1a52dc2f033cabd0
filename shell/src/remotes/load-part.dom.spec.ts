import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface RuntimePlugin {
  readonly name: string
  readonly createScript?: (script: { url: string; remoteInfo?: { name: string } }) => {
    readonly script: HTMLScriptElement
    readonly timeout: number
  }
}

interface Remote {
  readonly name: string
  readonly entry: string
  readonly type: string
  readonly entryGlobalName: string
}

// Only the network and the federation runtime are replaced: it loads scripts, which a document without a browser cannot.
const runtime = vi.hoisted(() => ({
  loadRemote: vi.fn<(id: string) => Promise<unknown>>(),
  registerRemotes: vi.fn<(remotes: readonly Remote[], options: { force: boolean }) => void>(),
}))
/** The answer of the network to each address; it is gone for all others. */
const manifests = new Map<string, object>()
const init = vi.hoisted(() => vi.fn<(options: { plugins: readonly RuntimePlugin[] }) => object>())
vi.mock('@module-federation/enhanced/runtime', () => ({ init }))

const good = { routes: [] }
const said = { version: '1.0.0', misfit: null, paths: [], pages: [] }
const dinner: AnnouncedPart = {
  ...said,
  name: 'dinner',
  area: 'dinner',
  manifest: '/parts/dinner/mf-manifest.json',
  entry: '/parts/dinner/js/remoteEntry.0123456789.js',
  integrity: 'sha384-abc',
}
const staff: AnnouncedPart = {
  ...said,
  name: 'staff',
  area: 'staff',
  manifest: 'https://staff.example.org/mf-manifest.json',
  entry: null,
  integrity: null,
}

const at = (path: string): string => new URL(path, location.href).href

const assets = { js: { sync: ['js/expose.js'] }, css: { sync: ['css/expose.css'] } }
const buildManifest = (name: string, changes: object = {}, remoteEntry: object = {}) => ({
  name,
  contract: '^1',
  metaData: {
    publicPath: 'auto',
    globalName: name,
    remoteEntry: { name: 'js/remoteEntry.js', path: '', type: 'global', ...remoteEntry },
  },
  exposes: [{ assets }],
  digests: { 'js/expose.js': 'sha256-expose' },
  ...changes,
})

const preloads = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')]

/** The loader of a page that was opened just now. */
async function openPage(remotes: readonly AnnouncedPart[] = [dinner, staff]) {
  vi.resetModules()
  const loader = await import('./load-part.ts')
  // This stands for a hint of the page that has brought it: it takes no time of the part's.
  await import('./federation.ts')
  const { startParts } = await import('../navigation/pages.ts')
  startParts(remotes)
  return loader
}

type Loader = Awaited<ReturnType<typeof openPage>>

/** The runtime starts with the first part. */
async function loadPlugin({ loadPart }: Loader): Promise<RuntimePlugin | undefined> {
  await loadPart('dinner').catch(() => undefined)
  return init.mock.calls[0]?.[0].plugins.find(({ name }) => name === 'check-digest')
}

const pluginOfPage = async (remotes?: readonly AnnouncedPart[]) => loadPlugin(await openPage(remotes))

beforeEach(() => {
  for (const call of Object.values(runtime)) call.mockReset()
  init.mockReset().mockReturnValue(runtime)
  manifests.clear()
  manifests.set(at(dinner.manifest), buildManifest('dinner')).set(staff.manifest, buildManifest('staff'))
  vi.stubGlobal('fetch', async (address: URL) => {
    const manifest = manifests.get(address.href)
    if (!manifest) throw new TypeError('Failed to fetch')
    return Response.json(manifest)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const link of preloads()) link.remove()
})

describe('a part that answers', () => {
  it('is loaded once, however often it is asked for', async () => {
    runtime.loadRemote.mockResolvedValue(good)
    const { loadPart, preloadPart } = await openPage()
    preloadPart('dinner')
    expect(await loadPart('dinner')).toBe(good)
    expect(await loadPart('dinner')).toBe(good)
    expect(runtime.loadRemote.mock.calls).toEqual([['dinner/mfe']])
  })

  it.each([
    ['beside its manifest', {}, { path: 'js', name: 'entry.js' }, 'https://staff.example.org/js/entry.js'],
    [
      'where its build says',
      { publicPath: 'https://files.example.org/staff/' },
      {},
      'https://files.example.org/staff/js/remoteEntry.js',
    ],
  ])('is looked for %s, also on another origin', async (_, metaData, remoteEntry, entry) => {
    const manifest = buildManifest('staff', {}, remoteEntry)
    manifests.set(staff.manifest, { ...manifest, metaData: { ...manifest.metaData, ...metaData } })
    const { loadPart } = await openPage()
    runtime.loadRemote.mockResolvedValue(good)
    await loadPart('staff')
    expect(runtime.registerRemotes.mock.calls).toEqual([
      [[{ name: 'staff', entry, type: 'global', entryGlobalName: 'staff' }], { force: true }],
    ])
  })

  it('is fetched beside its entry, as the part itself asks for its files', async () => {
    runtime.loadRemote.mockResolvedValue(good)
    const { loadPart } = await openPage()
    await loadPart('dinner')
    expect(
      preloads().map(({ href, as, crossOrigin, integrity }) => [href, as, crossOrigin, integrity || null]),
    ).toEqual([
      [at('/parts/dinner/js/expose.js'), 'script', 'anonymous', 'sha256-expose'],
      [at('/parts/dinner/css/expose.css'), 'style', 'anonymous', null],
    ])
  })
})

describe('a part that does not', () => {
  it('counts as unreachable when its script cannot be loaded', async () => {
    runtime.loadRemote.mockRejectedValue(new Error('Failed to get remoteEntry exports. #RUNTIME-001'))
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({
      name: 'PartUnavailable',
      part: 'dinner',
      problem: 'unreachable',
    })
  })

  it('is tried a second time at once, past what a browser stores of the first', async () => {
    runtime.loadRemote.mockRejectedValueOnce(new Error('Failed to get remoteEntry exports. #RUNTIME-001'))
    runtime.loadRemote.mockResolvedValue(good)
    const { loadPart } = await openPage()
    expect(await loadPart('dinner')).toBe(good)
    expect(runtime.registerRemotes).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'dinner' })], {
      force: true,
    })
  })

  it('counts as unreachable when it hangs', async () => {
    vi.useFakeTimers()
    runtime.loadRemote.mockReturnValue(new Promise(() => undefined))
    const { loadPart, loadTimeoutMs } = await openPage()
    const outcome = loadPart('dinner').catch((error) => error)
    await vi.advanceTimersByTimeAsync(loadTimeoutMs)
    expect(await outcome).toMatchObject({ problem: 'unreachable' })
  })

  it('counts as unknown when the page names no address for it', async () => {
    const { loadPart } = await openPage([staff])
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'unknown' })
  })

  it.each([
    ['exposes something else', { default: () => null }],
    ['exposes nothing', null],
  ])('counts as incompatible when it %s', async (_, exposed) => {
    runtime.loadRemote.mockResolvedValue(exposed)
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'incompatible' })
  })

  it('is not loaded at all when it does not fit this site, and says why', async () => {
    const misfit = 'The dinner pages need version ^2 of the dinner interface: please reload.'
    const { loadPart } = await openPage([{ ...dinner, misfit }])
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'incompatible', reason: misfit })
    expect(runtime.loadRemote).not.toHaveBeenCalled()
  })

  it.each([
    ['another contract', { contract: '^2' }, 'need a newer shell: please reload this page'],
    ['another part', { name: 'staff' }, 'announced as those of another part'],
  ])('counts as incompatible when its manifest names %s by the time it is loaded', async (_, changes, why) => {
    manifests.set(at(dinner.manifest), buildManifest('dinner', changes))
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({
      problem: 'incompatible',
      reason: expect.stringContaining(why),
    })
    expect(runtime.loadRemote).not.toHaveBeenCalled()
  })

  it.each(['^1', '1 - 3', '>=1 <2', undefined])('fits where its manifest asks for contract %s', async (contract) => {
    manifests.set(at(dinner.manifest), buildManifest('dinner', { contract }))
    runtime.loadRemote.mockResolvedValue(good)
    const { loadPart } = await openPage()
    expect(await loadPart('dinner')).toBe(good)
  })

  it('counts as unreachable when its manifest does not come', async () => {
    manifests.clear()
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'unreachable' })
  })

  it('counts as incompatible when it needs another version of what all parts share', async () => {
    const message =
      'Version 0.1.0 from shell of shared singleton module @ultimate/kit/api.ts does not satisfy the requirement of dinner'
    runtime.loadRemote.mockRejectedValue(new Error(message))
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'incompatible' })
  })

  it.each([
    ['failed', () => Promise.reject(new Error('no connection')), 2],
    ['was incompatible', () => Promise.resolve({ default: () => null }), 1],
  ])('is tried anew after it %s', async (_, first, attempts) => {
    for (let attempt = 0; attempt < attempts; attempt++) runtime.loadRemote.mockImplementationOnce(first)
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toBeInstanceOf(Error)
    runtime.loadRemote.mockResolvedValue(good)
    expect(await loadPart('dinner')).toBe(good)
    expect(runtime.registerRemotes).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'dinner' })], {
      force: true,
    })
  })

  it('is the one that arrives after the page has called it unreachable', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    runtime.loadRemote.mockReturnValueOnce(promise)
    const { arrivalOf, loadPart, loadTimeoutMs } = await openPage()
    const outcome = loadPart('dinner').catch((error) => error)
    await vi.advanceTimersByTimeAsync(loadTimeoutMs)
    expect(await outcome).toMatchObject({ problem: 'unreachable' })
    const arrival = arrivalOf('dinner')
    const again = loadPart('dinner')
    resolve(good)
    expect([await arrival, await again]).toEqual([good, good])
    expect(runtime.loadRemote).toHaveBeenCalledOnce()
    expect(arrivalOf('dinner')).toBeNull()
  })

  it('is tried anew after it hung for a minute', async () => {
    vi.useFakeTimers()
    runtime.loadRemote.mockReturnValueOnce(new Promise(() => undefined))
    const { loadPart } = await openPage()
    const outcome = loadPart('dinner').catch((error) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    await outcome
    runtime.loadRemote.mockResolvedValue(good)
    expect(await loadPart('dinner')).toBe(good)
    expect(runtime.registerRemotes).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'dinner' })], {
      force: true,
    })
  })
})

describe('the script of an entry', () => {
  const scriptFor = async (url: string) => (await pluginOfPage())?.createScript?.({ url }).script

  it('must match the digest that the page names', async () => {
    const script = await scriptFor(new URL('/parts/dinner/js/remoteEntry.0123456789.js', location.href).href)
    expect([script?.integrity, script?.crossOrigin]).toEqual(['sha384-abc', 'anonymous'])
  })

  it('is asked for without cookies on another origin', async () => {
    const script = await scriptFor('https://staff.example.org/js/remoteEntry.js')
    expect([script?.integrity ?? '', script?.crossOrigin]).toEqual(['', 'anonymous'])
  })

  describe('of a pinned part', () => {
    const pinned: AnnouncedPart = { ...staff, integrity: 'sha384-pin' }

    it('must match the pinned digest, also where the manifest names another script', async () => {
      const plugin = await pluginOfPage([dinner, pinned])
      const url = 'https://staff.example.org/js/anything.js'
      expect(plugin?.createScript?.({ url, remoteInfo: { name: 'staff' } }).script.integrity).toBe('sha384-pin')
      expect(plugin?.createScript?.({ url, remoteInfo: { name: 'dinner' } }).script.integrity ?? '').toBe('')
    })

    it('runs before anything else of it, and is no module, which would be loaded unchecked', async () => {
      runtime.loadRemote.mockResolvedValue(good)
      const { loadPart } = await openPage([pinned])
      await loadPart('staff')
      expect(preloads()).toEqual([])
      manifests.set(staff.manifest, buildManifest('staff', {}, { type: 'module' }))
      const again = await openPage([pinned])
      runtime.loadRemote.mockClear()
      await expect(again.loadPart('staff')).rejects.toMatchObject({
        problem: 'unreachable',
        cause: expect.objectContaining({ message: expect.stringContaining('pinned') }),
      })
      expect(runtime.loadRemote).not.toHaveBeenCalled()
    })
  })
})
