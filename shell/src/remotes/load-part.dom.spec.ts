import type { RemoteAddress } from '@ultimate/kit/contract.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface RuntimePlugin {
  readonly createScript?: (script: { url: string }) => HTMLScriptElement
}

// Only the federation runtime is replaced: it loads scripts, which a document without a browser cannot.
const runtime = vi.hoisted(() => ({
  loadRemote: vi.fn<(id: string) => Promise<unknown>>(),
  registerRemotes: vi.fn<(remotes: readonly { name: string; entry: string }[], options?: { force: boolean }) => void>(),
  registerPlugins: vi.fn<(plugins: readonly RuntimePlugin[]) => void>(),
}))
vi.mock('@module-federation/enhanced/runtime', () => runtime)

const good = { contract: 1, routes: [] }
const dinner: RemoteAddress = {
  name: 'dinner',
  manifest: '/parts/dinner/mf-manifest.json',
  entry: '/parts/dinner/js/remoteEntry.0123456789.js',
  integrity: 'sha384-abc',
}
const staff: RemoteAddress = {
  name: 'staff',
  manifest: 'https://staff.example.org/mf-manifest.json',
  entry: null,
  integrity: null,
}

/** The loader of a page that was opened just now. */
async function openPage(remotes: readonly RemoteAddress[] = [dinner, staff]) {
  vi.resetModules()
  const loader = await import('./load-part.ts')
  loader.registerParts(remotes)
  return loader
}

beforeEach(() => {
  for (const call of Object.values(runtime)) call.mockReset()
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
    await openPage()
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

  it('counts as unreachable when it hangs', async () => {
    vi.useFakeTimers()
    runtime.loadRemote.mockReturnValue(new Promise(() => undefined))
    const { loadPart, patienceMs } = await openPage()
    const outcome = loadPart('dinner').catch((error) => error)
    await vi.advanceTimersByTimeAsync(patienceMs)
    expect(await outcome).toMatchObject({ problem: 'unreachable' })
  })

  it('counts as unknown when the page names no address for it', async () => {
    const { loadPart } = await openPage([staff])
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'unknown' })
  })

  it.each([
    ['speaks another contract', { contract: 2, routes: [] }],
    ['exposes something else', { default: () => null }],
    ['exposes nothing', null],
  ])('counts as incompatible when it %s', async (_, exposed) => {
    runtime.loadRemote.mockResolvedValue(exposed)
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'incompatible' })
  })

  it('counts as incompatible when it needs another version of what all parts share', async () => {
    const message =
      'Version 0.1.0 from shell of shared singleton module @ultimate/kit/api.ts does not satisfy the requirement of dinner'
    runtime.loadRemote.mockRejectedValue(new Error(message))
    const { loadPart } = await openPage()
    await expect(loadPart('dinner')).rejects.toMatchObject({ problem: 'incompatible' })
  })

  it.each([
    ['failed', () => Promise.reject(new Error('no line'))],
    ['was incompatible', () => Promise.resolve({ contract: 2, routes: [] })],
  ])('is tried anew after it %s', async (_, first) => {
    runtime.loadRemote.mockImplementationOnce(first)
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
    const { loadPart, patienceMs } = await openPage()
    const outcome = loadPart('dinner').catch((error) => error)
    await vi.advanceTimersByTimeAsync(patienceMs)
    await outcome
    runtime.loadRemote.mockResolvedValue(good)
    expect(await loadPart('dinner')).toBe(good)
    expect(runtime.registerRemotes).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'dinner' })], {
      force: true,
    })
  })
})

describe('the script of an entry', () => {
  const scriptFor = (url: string) => {
    const plugin = runtime.registerPlugins.mock.calls[0]?.[0][0]
    return plugin?.createScript?.({ url })
  }

  it('must match the digest that the page names', async () => {
    await openPage()
    const script = scriptFor(new URL('/parts/dinner/js/remoteEntry.0123456789.js', location.href).href)
    expect([script?.integrity, script?.crossOrigin]).toEqual(['sha384-abc', 'anonymous'])
  })

  it('is asked for without cookies on another origin', async () => {
    await openPage()
    const script = scriptFor('https://staff.example.org/js/remoteEntry.js')
    expect([script?.integrity ?? '', script?.crossOrigin]).toEqual(['', 'anonymous'])
  })
})
