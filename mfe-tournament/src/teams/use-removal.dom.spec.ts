import { act, renderHook } from '@testing-library/react'
import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { stubServer } from '@ultimate/kit/request/server.fixture.tsx'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { teamsPerRequest, useRemoval } from './use-removal.ts'

interface Request {
  readonly key: string | null
  readonly body: { readonly ids: readonly string[]; readonly reason: string }
  readonly answer: PromiseWithResolvers<Response>
}

const server = stubServer()
let requests: Request[] = []

beforeEach(() => {
  requests = []
  useToastStore.setState({ waiting: [] })
  server.mockImplementation((path, init) => {
    if (path !== '/api/teams/remove') return Promise.resolve(Response.json({}))
    const answer = Promise.withResolvers<Response>()
    const key = new Headers(init?.headers).get('idempotency-key')
    requests.push({ key, body: JSON.parse(String(init?.body)), answer })
    return answer.promise
  })
})
afterEach(() => setOnline(true))

const setOnline = (isOnline: boolean) => act(async () => useConnectionStore.setState({ isOnline }))
const flush = () => act(() => new Promise((resolve) => setTimeout(resolve)))

async function next(settle: (answer: Request['answer']) => void) {
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0))
  const request = requests.shift()
  if (request) settle(request.answer)
  await flush()
  return request
}
const removed = () => next(({ resolve }) => resolve(Response.json({ removed: 1 })))
const refused = () =>
  next(({ resolve }) =>
    resolve(Response.json({ code: 'TEAM_NOT_FOUND', message: 'There is no such team.' }, { status: 404 })),
  )
const lost = () => next(({ reject }) => reject(new TypeError('Failed to fetch')))

type Removal = ReturnType<typeof useRemoval>

function start(...registered: readonly string[]) {
  const { result, rerender } = renderHook(({ ids }) => useRemoval(ids), { initialProps: { ids: new Set(registered) } })
  const run = async (...steps: readonly ((removal: Removal) => unknown)[]) => {
    for (const step of steps) await act(async () => void step(result.current))
  }
  return {
    run,
    now: () => result.current,
    selected: () => [...result.current.selected],
    list: (...ids: readonly string[]) => act(async () => rerender({ ids: new Set(ids) })),
  }
}

async function asked(...ids: readonly string[]) {
  const started = start(...ids, 'joe')
  await started.run(
    (removal) => removal.start(),
    (removal) => removal.select(ids, true),
    (removal) => removal.ask(),
  )
  return started
}
async function confirmed(...ids: readonly string[]) {
  const started = await asked(...ids)
  await started.run(
    (removal) => removal.setReason('Junk'),
    (removal) => removal.confirm(),
  )
  return started
}
const reported = () => useToastStore.getState().waiting.map(({ text }) => text)
const teams = (count: number) => Array.from({ length: count }, (_, index) => `team-${index}`)

describe('Selecting teams', () => {
  it('selects and deselects one and many, and begins anew', async () => {
    const { run, selected, now } = start('huck', 'becky', 'joe')
    await run(
      (removal) => removal.start(),
      (removal) => removal.select(['huck'], true),
      (removal) => removal.select(['becky', 'huck', 'joe'], true),
      (removal) => removal.select(['joe'], false),
    )
    expect(selected()).toEqual(['huck', 'becky'])
    await run((removal) => removal.stop())
    expect([selected(), now().isSelecting]).toEqual([[], false])
  })

  it('deselects a team that another user removed', async () => {
    const { list, selected } = await asked('huck', 'becky')
    await list('becky', 'joe')
    expect(selected()).toEqual(['becky'])
  })

  it('asks nothing while no team is selected', async () => {
    const { run, now } = start('huck')
    await run(
      (removal) => removal.start(),
      (removal) => removal.ask(),
    )
    expect(now()).toMatchObject({ isSelecting: true, isAsking: false })
    const about = await asked('huck')
    await about.list('becky')
    expect(about.now()).toMatchObject({ isSelecting: true, isAsking: false })
  })
})

describe('Removing what is selected', () => {
  it('needs a reason', async () => {
    const { run, now } = await asked('huck')
    await run(
      (removal) => removal.setReason('  '),
      (removal) => removal.confirm(),
    )
    expect([now().isAsking, now().reasonError, requests.length]).toEqual([true, 'Please say why.', 0])
    await run((removal) => removal.setReason('Junk'))
    expect(now().reasonError).toBeUndefined()
  })

  it('sends them once with the reason, reports it, and ends', async () => {
    const { now, run } = await confirmed('huck', 'becky')
    await run((removal) => removal.confirm())
    expect(requests.map(({ body }) => body)).toEqual([{ ids: ['huck', 'becky'], reason: 'Junk' }])
    await removed()
    expect([now().isSelecting, reported()]).toEqual([false, ['2 teams removed.']])
    expect(now()).toMatchObject({ reason: '', removed: [] })
  })

  it('sends many in several requests, and counts them', async () => {
    const ids = teams(2 * teamsPerRequest + 1)
    const { now } = await confirmed(...ids)
    expect((await removed())?.body.ids).toEqual(ids.slice(0, teamsPerRequest))
    expect([now().isRemoving, now().removed.length, now().remaining]).toEqual([
      true,
      teamsPerRequest,
      teamsPerRequest + 1,
    ])
    await removed()
    expect((await removed())?.body.ids).toEqual(ids.slice(-1))
    expect([now().isSelecting, reported()]).toEqual([false, [`${ids.length} teams removed.`]])
  })

  it.each([
    ['is refused', refused, 'There is no such team.'],
    ['gets no answer', lost, 'No response. Please try again.'],
  ])('keeps the rest selected where a request %s, and goes on with it', async (_, answer, sentence) => {
    const ids = teams(teamsPerRequest + 2)
    const { run, now, selected } = await confirmed(...ids)
    await removed()
    const failed = await answer()
    expect([now().isAsking, now().error, now().reason]).toEqual([true, sentence, 'Junk'])
    expect(selected()).toEqual(ids.slice(-2))
    await run((removal) => removal.confirm())
    const again = await removed()
    // A lost answer is asked for under its key.
    expect(again?.key === failed?.key).toBe(answer === lost)
    expect([now().isSelecting, reported()]).toEqual([false, [`${ids.length} teams removed.`]])
  })

  it('reports the removed teams also when the rest is canceled', async () => {
    const { run, now } = await confirmed(...teams(teamsPerRequest + 1))
    await removed()
    await lost()
    await run((removal) => removal.cancel())
    expect([now().isSelecting, reported()]).toEqual([false, [`${teamsPerRequest} teams removed.`]])
  })

  it('waits for a connection that is lost, and goes on by itself under its key', async () => {
    const started = await asked('huck')
    await setOnline(false)
    await started.run(
      (removal) => removal.setReason('Junk'),
      (removal) => removal.confirm(),
    )
    expect([started.now().waiting === null, requests.length]).toEqual([false, 0])
    await setOnline(true)
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    await setOnline(false)
    const first = await lost()
    expect([started.now().waiting === null, requests.length]).toEqual([false, 0])
    await setOnline(true)
    expect((await removed())?.key).toBe(first?.key)
    expect([started.now().isSelecting, reported()]).toEqual([false, ['1 team removed.']])
  })

  it('is taken back while it waits', async () => {
    const { run, now, selected } = await asked('huck')
    await setOnline(false)
    await run(
      (removal) => removal.setReason('Junk'),
      (removal) => removal.confirm(),
      (removal) => removal.cancel(),
    )
    await setOnline(true)
    await flush()
    expect([now().isAsking, now().error, selected(), requests]).toEqual([false, null, ['huck'], []])
  })

  it('goes back to the selection where nothing was removed', async () => {
    const { run, now, selected } = await confirmed('huck')
    await lost()
    await run((removal) => removal.cancel())
    expect([now().isAsking, selected(), now().error, reported()]).toEqual([false, ['huck'], null, []])
  })

  it('does not lose what is under way when the list follows', async () => {
    const { list } = await confirmed('huck', 'becky')
    await list('joe')
    await removed()
    expect(reported()).toEqual(['2 teams removed.'])
  })
})
