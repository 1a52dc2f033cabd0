import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { createMemoryRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'

const page: AnnouncedPart['pages'][number] = {
  path: '/dinner/checkin',
  label: 'Check-In',
  title: 'Dinner Check-In',
  admission: 'everyone',
  head: { heading: 'Dinner Check-In', lead: '', feather: 'pumpkin' },
  layout: 'rows',
  saysAccessDenied: false,
}
const dinner: AnnouncedPart = {
  name: 'dinner',
  area: 'dinner',
  version: '1.0.0',
  misfit: null,
  manifest: '/parts/dinner/mf-manifest.json',
  entry: null,
  integrity: null,
  paths: ['/dinner'],
  pages: [page],
}

const manifest = {
  name: dinner.name,
  metaData: { globalName: dinner.name, remoteEntry: { name: 'remoteEntry.js' } },
}

// Only the network and the federation runtime are replaced: it loads scripts, which a document without a browser cannot.
vi.mock('@module-federation/enhanced/runtime', () => ({
  init: () => ({ registerRemotes: () => undefined, loadRemote: async () => ({ routes: [{ path: page.path }] }) }),
}))

it('every router shows the page of a part, also one that follows another that was dropped', async () => {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => Response.json(manifest))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { startParts } = await import('./navigation/pages.ts')
  const { siteRouting } = await import('./routes.tsx')
  startParts([dinner])
  const shown = async (address: string = page.path) => {
    const { routes, ...options } = siteRouting()
    const router = createMemoryRouter(routes, { ...options, initialEntries: [address] })
    await expect.poll(() => router.state.initialized).toBe(true)
    const path = router.state.matches.at(-1)?.route.path
    router.dispose()
    return path
  }
  expect(await Promise.all([shown(), shown()])).toEqual([page.path, page.path])
  expect(await shown()).toBe(page.path)
  expect(await shown('/dinner/CheckIn'), 'no page that the guard knows').toBe('/dinner/*')
})
