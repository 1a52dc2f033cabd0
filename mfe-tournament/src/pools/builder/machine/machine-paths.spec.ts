import { describe, expect, it } from 'vitest'
import { getShortestPaths } from 'xstate/graph'
import type { Arrangement } from '../unsaved/arrangement.ts'
import type { PoolBuilderEvent, WriteOutcome } from '../unsaved/work.ts'
import { b, contextOf, type Kind, phaseOf, place, pool, settled, start, stored } from './machine.fixture.ts'
import { poolBuilderMachine } from './pool-builder.machine.ts'

describe('On every shortest path through the machine', () => {
  const done = (id: Kind, output: unknown) => ({ type: `xstate.done.actor.${id}`, output, actorId: id })
  const failed = (id: Kind) => ({ type: `xstate.error.actor.${id}`, error: new Error('Connection lost'), actorId: id })
  const start_ = stored({ published: [b] })
  const pools: Arrangement = [pool('A', ['huck', 'tom'])]
  const after = stored({ draft: pools, published: [b], version: 2 })
  const events = [
    done('load', { kind: 'loaded', teams: [], stored: start_ }),
    done('load', { kind: 'failed', sentence: 'Failed to load teams' }),
    place('tom', 'A', 1),
    { type: 'discard' },
    { type: 'save' },
    { type: 'publish' },
    { type: 'confirm' },
    { type: 'cancel' },
    { type: 'undo' },
    { type: 'unpublish' },
    { type: 'theirs.take' },
    { type: 'mine.keep' },
    { type: 'conflict.close' },
    { type: 'retry' },
    ...(['save', 'publish', 'unpublish'] as const).flatMap((id) => [
      done(id, settled(after)),
      done(id, { kind: 'stale', theirs: after }),
      failed(id),
    ]),
  ] as PoolBuilderEvent[]
  const describeState = (value: { arrangement: unknown }) =>
    typeof value.arrangement === 'string' ? value.arrangement : Object.keys(value.arrangement as object)[0]
  const paths = getShortestPaths(poolBuilderMachine, {
    events,
    input: { division: 'rec' },
    serializeState: ({ value, context }) =>
      JSON.stringify([describeState(value), context.pools, context.base, context.stored.version, context.intent]),
  })

  it('there is a way to every state', () => {
    expect(new Set(paths.map((path) => describeState(path.state.value)))).toEqual(
      new Set([
        'loading',
        'loadFailed',
        'clean',
        'dirty',
        'confirming',
        'saving',
        'publishing',
        'unpublishing',
        'conflict',
      ]),
    )
  })

  it.each(paths.map((path) => [describePath(path.steps), path] as const))('%s', async (_, path) => {
    const { actor, answer, fail } = start()
    for (const { event } of path.steps.slice(1)) {
      const { type, output } = event as GraphEvent
      if (type.startsWith('xstate.error')) await fail()
      else if (type.startsWith('xstate.done')) await answer(output as WriteOutcome)
      else actor.send(event)
    }
    expect(phaseOf(actor)).toBe(describeState(path.state.value))
    const { pools: shown, base, held, stored: known } = contextOf(actor)
    expect({ shown, base, held, known }).toEqual({
      shown: path.state.context.pools,
      base: path.state.context.base,
      held: [],
      known: path.state.context.stored,
    })
  })
})

interface GraphEvent {
  readonly type: string
  readonly output?: unknown
}

function describePath(steps: readonly { event: GraphEvent }[]): string {
  const word = ({ type, output }: GraphEvent) => {
    const kind = (output as { kind?: string } | undefined)?.kind
    return type.replace(/^xstate\.(\w+)\.actor\./, '$1 ') + (kind ? ` (${kind})` : '')
  }
  return (
    steps
      .slice(1)
      .map(({ event }) => word(event))
      .join(', ') || 'nothing happens'
  )
}
