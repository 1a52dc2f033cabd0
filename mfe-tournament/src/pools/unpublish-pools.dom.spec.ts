import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { expect, it, vi } from 'vitest'
import { noPools } from './builder/unsaved/stored-pools.ts'
import { unpublishPools } from './unpublish-pools.ts'

const server = stubServer()
const positions: Readonly<Record<string, string>> = { 'POST save': '11', 'DELETE clear-published': '12' }

it('is taken back with the draft that what was public has replaced', async () => {
  server.mockImplementation(async (path, request) => {
    if (String(path).includes('/undo'))
      return Response.json({ can: true, why: null, changes: [], also: ['One mail.'], undoable: true, action: [11, 12] })
    const [, step = ''] = /pool-play\/(save|clear-published)/.exec(String(path)) ?? []
    const headers = { 'undo-positions': positions[`${request?.method} ${step}`] ?? '' }
    return Response.json(
      { division: 'rec', pools: [], published: [], version: 2, draft: null, changed: null },
      { headers },
    )
  })
  const published = [{ id: 'a', name: 'Pool A', size: 3, teams: [null, null, null] }]
  await unpublishPools({ division: 'rec', pools: [], stored: { ...noPools, published } })
  const [offered] = useToastStore.getState().waiting
  expect(offered?.action?.label).toBe('Undo')
  offered?.action?.run()
  await vi.waitFor(() => expect(useUndoStore.getState().asked?.positions.toSorted()).toEqual([11, 12]))
})
