import { useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { NetworkError } from '@ultimate/kit/request/api.ts'
import { commandAt } from '@ultimate/kit/request/use-command.ts'
import { useConnectionStore } from '@ultimate/kit/state/connection.ts'
import { noticeUndoable } from '@ultimate/kit/undo/undoable.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { attempt, placeOfPools } from './requests.ts'
import { noPools } from './unsaved/stored.ts'
import type { Intent, WriteOutcome, Writing } from './unsaved/work.ts'

const settled: WriteOutcome = { kind: 'settled', stored: noPools, notice: { tone: 'good', text: 'Done.' } }
const lost: WriteOutcome = { kind: 'unanswered', notice: { tone: 'bad', text: 'Failed.' } }

let version = 0
/** A write that no other test has tried. */
const fresh = (): Writing => ({ division: 'rec', pools: [], stored: { ...noPools, version: ++version } })

async function collectKeys(
  writing: Writing,
  outcome: WriteOutcome | Error,
  intent: Intent = 'save',
): Promise<string[]> {
  const keys: string[] = []
  const steps = async ({ keyOf }: { readonly keyOf: (step: string) => string }) => {
    keys.push(keyOf('save'), keyOf('rec'))
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  await attempt(intent, writing, steps).catch(() => undefined)
  return keys
}

describe('The way back after a write', () => {
  beforeEach(() => useToastStore.setState({ waiting: [] }))
  const offered = () => useToastStore.getState().waiting.map(({ action }) => action?.label)
  const undoable = (step: string) => (intent: Intent, outcome: WriteOutcome) =>
    attempt(intent, fresh(), async ({ keyOf }) => {
      keyOf('save')
      if (intent !== 'save') keyOf('rec')
      noticeUndoable(keyOf(step), '7')
      return outcome
    })

  it('is offered once it is done, and never before', async () => {
    await undoable('save')('save', settled)
    expect(offered()).toEqual(['Undo'])
    await undoable('save')('save', lost)
    await undoable('save')('save', { ...settled, notice: { tone: 'bad', text: 'Half of it.' } })
    expect(offered()).toHaveLength(1)
  })

  it('leads back from what was published, and not from the draft that was saved for it', async () => {
    await undoable('save')('publish', settled)
    expect(offered()).toEqual([])
    await undoable('rec')('publish', settled)
    expect(offered()).toEqual(['Undo'])
  })
})

describe('The keys of a write', () => {
  it('differ from step to step, and from write to write', async () => {
    const keys = [...(await collectKeys(fresh(), settled)), ...(await collectKeys(fresh(), settled))]
    expect(new Set(keys).size).toBe(4)
    for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{1,200}$/)
  })

  it.each([lost, new Error('Connection lost')])('stay the same until an answer came', async (outcome) => {
    const writing = fresh()
    const first = await collectKeys(writing, outcome)
    expect(await collectKeys({ ...writing }, outcome)).toEqual(first)
    expect(await collectKeys(writing, settled)).toEqual(first)
    expect(await collectKeys(writing, settled)).not.toEqual(first)
  })

  it('are others for another arrangement, another version, and another action', async () => {
    const writing = fresh()
    const first = await collectKeys(writing, lost)
    const pools = [{ id: 'a', name: 'Pool A', size: 2, teams: [null, null] }]
    const other = { ...noPools, version: 7 }
    expect(await collectKeys({ ...writing, pools }, lost)).not.toEqual(first)
    expect(await collectKeys({ ...writing, stored: { ...writing.stored, other } }, lost)).not.toEqual(first)
    expect(await collectKeys(writing, lost, 'publish')).not.toEqual(first)
  })
})

describe('A write whose answer the connection took with it', () => {
  it.each([lost, new NetworkError('Connection lost')])('waits, and goes on under its keys', async (outcome) => {
    vi.stubGlobal('fetch', async () => new Response('ok'))
    const keys: string[] = []
    const written = attempt('save', fresh(), async ({ keyOf }) => {
      keys.push(keyOf('save'))
      if (keys.length === 2) return settled
      useConnectionStore.setState({ isOnline: false })
      if (outcome instanceof Error) throw outcome
      return outcome
    })
    await vi.waitFor(() => expect(commandAt(placeOfPools('rec'))?.status).toBe('queued'))
    useConnectionStore.setState({ isOnline: true })
    expect(await written).toBe(settled)
    expect(keys[1]).toBe(keys[0])
    vi.unstubAllGlobals()
  })
})
