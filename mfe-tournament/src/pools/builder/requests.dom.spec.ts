import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { savePools, unpublishPools } from './requests.ts'
import { noPools } from './unsaved/work.ts'

const server = stubServer()
beforeEach(() => useToastStore.setState({ waiting: [] }))
const pool = { id: 'a', name: 'Pool A', size: 3, teams: [null, null, null] }
const positions: Readonly<Record<string, string>> = { 'POST save': '11', 'DELETE clear-published': '12' }

it('saving writes both divisions under keys of one command, and its undo takes back the own one', async () => {
  const keys: string[] = []
  server.mockImplementation(async (path, init) => {
    if (String(path).includes('/undo'))
      return Response.json({ can: true, why: null, changes: [], also: ['One mail.'], undoable: true })
    if (String(path).endsWith('/save')) keys.push(new Headers(init?.headers).get('idempotency-key') ?? '')
    return Response.json(
      { division: 'rec', pools: [pool], published: [], version: 2, draft: null, changed: null },
      { headers: { 'undo-positions': String(10 + keys.length) } },
    )
  })
  await savePools({ division: 'rec', pools: [pool], stored: noPools })
  const [command = ''] = keys[0]?.split('.') ?? []
  expect(keys).toEqual([`${command}.save`, `${command}.comp-2`])
  const [offered] = useToastStore.getState().waiting
  offered?.action?.run()
  await vi.waitFor(() => expect(useUndoStore.getState().asked?.positions).toEqual([11]))
})

it('unpublishing is taken back with the draft that what was public has replaced', async () => {
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
  await unpublishPools({ division: 'rec', pools: [], stored: { ...noPools, published: [pool] } })
  const [offered] = useToastStore.getState().waiting
  expect(offered?.action?.label).toBe('Undo')
  offered?.action?.run()
  await vi.waitFor(() => expect(useUndoStore.getState().asked?.positions.toSorted()).toEqual([11, 12]))
})
