import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { expect, it, vi } from 'vitest'
import { noPools } from './builder/unsaved/stored-pools.ts'
import { savePools } from './save-pools.ts'

const server = stubServer()
const pool = { id: 'a', name: 'Pool A', size: 3, teams: [null, null, null] }

it('saves both divisions under keys of one command, and its undo takes back the own one', async () => {
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
