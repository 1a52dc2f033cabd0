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
const board = { ...page, path: '/dinner/board', label: 'Board' }
const dinner: AnnouncedPart = {
  name: 'dinner',
  area: 'dinner',
  version: '1.0.0',
  misfit: null,
  manifest: '/parts/dinner/mf-manifest.json',
  entry: null,
  integrity: null,
  paths: ['/dinner'],
  pages: [page, board],
}

const manifest = {
  name: dinner.name,
  metaData: { globalName: dinner.name, remoteEntry: { name: 'remoteEntry.js' } },
}

// Only the network and the federation runtime are replaced: it loads scripts, which a document without a browser cannot.
vi.mock('@module-federation/enhanced/runtime', () => ({
  init: () => ({
    registerRemotes: () => undefined,
    loadRemote: async () => ({ routes: [page, board].map(({ path }) => ({ path })) }),
  }),
}))

async function startDinner() {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => Response.json(manifest))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { startParts } = await import('./navigation/pages.ts')
  const { siteRouting } = await import('./routes.tsx')
  startParts([dinner])
  return (address: string) => {
    const { routes, ...options } = siteRouting()
    return createMemoryRouter(routes, { ...options, initialEntries: [address] })
  }
}

it('every router shows the page of a part, also one that follows another that was dropped', async () => {
  const createRouter = await startDinner()
  const shown = async (address: string = page.path) => {
    const router = createRouter(address)
    await expect.poll(() => router.state.initialized).toBe(true)
    const path = router.state.matches.at(-1)?.route.path
    router.dispose()
    return path
  }
  expect(await Promise.all([shown(), shown()])).toEqual([page.path, page.path])
  expect(await shown()).toBe(page.path)
  expect(await shown('/dinner/CheckIn'), 'no page that the guard knows').toBe('/dinner/*')
})

it('shows a page that was chosen before the first one of its part had come', async () => {
  const router = (await startDinner())(page.path)
  await router.navigate(board.path)
  await expect.poll(() => router.state.navigation.state).toBe('idle')
  expect(router.state.matches.at(-1)?.route.path).toBe(board.path)
})
