import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface RuntimePlugin {
  readonly name: string
  readonly createScript?: (script: { url: string; remoteInfo?: { name: string } }) => HTMLScriptElement
  readonly beforePreloadRemote?: (preload: { preloadOps: { nameOrAlias: string }[] }) => Promise<void>
  readonly loadRemoteSnapshot?: (loading: { moduleInfo: { name: string }; manifestJson: object }) => object
  readonly loadEntry?: (entry: { remoteInfo: { name: string; type: string } }) => Promise<void>
}

// Only the federation runtime is replaced: it loads scripts, which a document without a browser cannot.
const runtime = vi.hoisted(() => ({
  loadRemote: vi.fn<(id: string) => Promise<unknown>>(),
  registerRemotes: vi.fn<(remotes: readonly { name: string; entry: string }[], options?: { force: boolean }) => void>(),
}))
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

/** The loader of a page that was opened just now. */
async function openPage(remotes: readonly AnnouncedPart[] = [dinner, staff]) {
  vi.resetModules()
  const loader = await import('./load-part.ts')
  // As if a hint of the page had brought it: it takes no time of the part's.
  await import('./federation.ts')
  loader.registerParts(remotes)
  return loader
}

type Loader = Awaited<ReturnType<typeof openPage>>

/** The runtime starts with the first part. */
async function pluginOf({ loadPart }: Loader): Promise<RuntimePlugin | undefined> {
  await loadPart('dinner').catch(() => undefined)
  return init.mock.calls[0]?.[0].plugins.find(({ name }) => name === 'check-digest')
}

const pluginOfPage = async (remotes?: readonly AnnouncedPart[]) => pluginOf(await openPage(remotes))

beforeEach(() => {
  for (const call of Object.values(runtime)) call.mockReset()
  init.mockReset().mockReturnValue(runtime)
})
afterEach(() => void vi.useRealTimers())

describe('a part that answers', () => {
  it('is loaded once, however often it is asked for', async () => {
    runtime.loadRemote.mockResolvedValue(good)
    const { loadPart, preloadPart } = await openPage()
    preloadPart('dinner')
    expect(await loadPart('dinner')).toBe(good)
    expect(await loadPart('dinner')).toBe(good)
    expect(runtime.loadRemote.mock.calls).toEqual([['dinner/mfe']])
  })

  it('is looked for where the page says, also on another origin', async () => {
    await pluginOfPage()
    expect(runtime.registerRemotes).toHaveBeenCalledWith([
      { name: 'dinner', entry: new URL(dinner.manifest, location.href).href },
      { name: 'staff', entry: 'https://staff.example.org/mf-manifest.json' },
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

  it('is tried a second time at once, past what a browser keeps of the first', async () => {
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
    ['another contract', { name: 'dinner', contract: '^2' }, 'need a newer shell: please reload this page'],
    ['another part', { name: 'staff', contract: '^1' }, 'announced as those of another part'],
  ])('counts as incompatible when its manifest names %s by the time it is loaded', async (_, manifestJson, why) => {
    const page = await openPage()
    const plugin = await pluginOf(page)
    const load = (manifest: object) =>
      plugin?.loadRemoteSnapshot?.({ moduleInfo: { name: 'dinner' }, manifestJson: manifest })
    runtime.loadRemote.mockImplementation(async () => load(manifestJson))
    const outcome = page.loadPart('dinner')
    await expect(outcome).rejects.toMatchObject({ problem: 'incompatible', reason: expect.stringContaining(why) })
    for (const fitting of ['^1', '1 - 3', '>=1 <2'])
      expect(() => load({ name: 'dinner', contract: fitting })).not.toThrow()
    expect(() => load({ name: 'dinner' })).not.toThrow()
  })

  it('counts as incompatible when it needs another version of what all parts share', async () => {
    const message =
      'Version 0.1.0 from shell of shared singleton module @ultimate/kit/api.ts does not satisfy the requirement of dinner'
    runtime.loadRemote.mockRejectedValue(new Error(message))
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'incompatible' })
  })

  it.each([
    ['failed', () => Promise.reject(new Error('no line')), 2],
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

  it('is tried anew after it hung', async () => {
    vi.useFakeTimers()
    runtime.loadRemote.mockReturnValueOnce(new Promise(() => undefined))
    const { loadPart, loadTimeoutMs } = await openPage()
    const outcome = loadPart('dinner').catch((error) => error)
    await vi.advanceTimersByTimeAsync(loadTimeoutMs)
    await outcome
    runtime.loadRemote.mockResolvedValue(good)
    expect(await loadPart('dinner')).toBe(good)
    expect(runtime.registerRemotes).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'dinner' })], {
      force: true,
    })
  })
})

describe('the script of an entry', () => {
  const scriptFor = async (url: string) => (await pluginOfPage())?.createScript?.({ url })

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
      expect(plugin?.createScript?.({ url, remoteInfo: { name: 'staff' } }).integrity).toBe('sha384-pin')
      expect(plugin?.createScript?.({ url, remoteInfo: { name: 'dinner' } }).integrity ?? '').toBe('')
    })

    it('runs before anything else of it, and is no module, which would be loaded unchecked', async () => {
      const plugin = await pluginOfPage([dinner, pinned])
      const preloadOf = async (nameOrAlias: string) => {
        const preloadOps = [{ nameOrAlias }]
        await plugin?.beforePreloadRemote?.({ preloadOps })
        return preloadOps.length
      }
      expect([await preloadOf('dinner'), await preloadOf('staff')]).toEqual([1, 0])
      const entry = async (name: string, type: string) => plugin?.loadEntry?.({ remoteInfo: { name, type } })
      await expect(entry('staff', 'module')).rejects.toThrow('pinned')
      await expect(entry('staff', 'global')).resolves.toBeUndefined()
      await expect(entry('dinner', 'module')).resolves.toBeUndefined()
    })
  })
})
