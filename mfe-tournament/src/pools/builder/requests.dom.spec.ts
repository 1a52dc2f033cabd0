import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { publishPools, savePools, unpublishPools } from './requests.ts'
import { noPools } from './unsaved/stored.ts'

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
    const draft = { name: 'Ada', at: '2025-11-20T12:00:00Z' }
    return Response.json(
      { division: 'rec', pools: [pool], published: [], version: 2, draft, changed: draft },
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

const state = (division: string, version: number) => ({
  division,
  pools: [],
  published: [],
  version,
  draft: null,
  changed: null,
})
const stored = { ...noPools, version: 3, other: { ...noPools.other, version: 7 } }

it('publishing bases each step on what the ones before have left, and the other division on what was shown', async () => {
  const sent: string[] = []
  server.mockImplementation(async (path, request) => {
    const body = JSON.parse(String(request?.body))
    const basis = new Headers(request?.headers).get('if-match')
    sent.push(`${String(path).split('/').at(-1)} ${body.division} ${basis}`)
    return Response.json(state(body.division, 10 + sent.length))
  })
  const outcome = await publishPools({ division: 'rec', pools: [pool], stored })
  expect(sent).toEqual(['save rec "v3"', 'publish rec "v11"', 'publish comp "v7"'])
  expect(outcome).toMatchObject({ kind: 'settled', stored: { version: 12, other: { version: 13 } } })
})

it.each([
  ['rec', { kind: 'stale', theirs: { version: 20, other: { version: 7 } } }],
  ['comp', { kind: 'settled', notice: { tone: 'bad', text: 'Failed to publish Competitive division: Too late.' } }],
] as const)('a publication of %s that comes too late is asked about, or reported', async (late, outcome) => {
  server.mockImplementation(async (path, request) => {
    if (request?.method !== 'POST') return Response.json(state(String(path).split('/').at(-1) ?? '', 20))
    const { division } = JSON.parse(String(request.body))
    if (division !== late || String(path).endsWith('/save')) return Response.json(state(division, 12))
    return Response.json({ code: 'STALE', message: 'Too late.', current: state(division, 20) }, { status: 412 })
  })
  expect(await publishPools({ division: 'rec', pools: [pool], stored })).toMatchObject(outcome)
})
