import { beforeEach, describe, expect, it } from 'vitest'
import { notePosition } from '../state/answers.ts'
import { noticeUndoable } from '../undo/undoable.ts'
import { isPlaced, noting, showAnswer } from './late-answers.ts'
import type { LiveKey } from './live.ts'
import { queryClient } from './query.ts'

const key: LiveKey = ['teams', 'all']
const withTom = (teams: readonly string[]): readonly string[] => [...teams, 'tom']

/** A list that was read when the server's log was known up to this position. */
async function readAt(position: number): Promise<void> {
  const read = noting(key, async (signal) => {
    notePosition(signal, new Response(null, { headers: { 'x-log-position': String(position) } }))
    return ['huck']
  })
  await queryClient.fetchQuery({ queryKey: key, queryFn: ({ signal }) => read(signal) })
}
const shown = () => queryClient.getQueryData(key)

beforeEach(() => queryClient.clear())

describe('The answer to a command', () => {
  it.each([
    ['is shown in a list that is older than what it stored', 40, ['huck', 'tom']],
    ['changes no list that knows what it stored', 41, ['huck']],
    ['changes no list that knows more', 50, ['huck']],
  ])('%s', async (_, position, teams) => {
    await readAt(position)
    noticeUndoable('sent here', '39, 41')
    await showAnswer(['teams'], withTom, 'sent here')
    expect(shown()).toEqual(teams)
  })

  it('is shown where the server did not say what it stored, as in another tab', async () => {
    await readAt(50)
    await showAnswer(key, withTom, 'sent elsewhere')
    expect(shown()).toEqual(['huck', 'tom'])
    expect(isPlaced('sent elsewhere')).toBe(false)
  })

  it('is shown in a list of which it is not known what it knows', async () => {
    queryClient.setQueryData(key, ['huck'])
    noticeUndoable('sent here', '41')
    await showAnswer(key, withTom, 'sent here')
    expect(shown()).toEqual(['huck', 'tom'])
  })
})
