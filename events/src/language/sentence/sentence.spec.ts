import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allEvents } from '../../all-events.ts'
import type { TournamentEvent } from '../../tournament/events.ts'
import {
  createFindLastData,
  type Description,
  describeEvent,
  findLastType,
  type PastEvent,
  plainWords,
} from './sentence.ts'

const describeFact = (
  one: PastEvent,
  earlier: readonly PastEvent[] = [],
  others: Record<string, readonly PastEvent[]> = {},
): Description | null => {
  const history = { stream: streamOf[one.type] ?? 'team-1', earlier, of: (stream: string) => others[stream] ?? [] }
  return describeEvent(allEvents, one, history)
}
const streamOf: Readonly<Record<string, string>> = {
  PoolsSaved: 'pools-comp',
  PoolsPublished: 'pools-comp',
  PoolsUnpublished: 'pools-comp',
  PoolPlacesFreed: 'pools-comp',
  CheckedIn: 'signup-1',
  CheckInUndone: 'signup-1',
  DishMoved: 'signup-1',
  DishEmptied: 'signup-1',
  DishPutBack: 'signup-1',
  PartAdded: 'part-hello',
}
const inWords = (description: Description): string =>
  `${description.text}${description.was ? ` (was ${description.was})` : ''}`

const event = (type: string, data: PastEvent['data'] = {}): PastEvent => ({ type, data })
describe('what the audit says', () => {
  const recorded = ['tournament', 'dinner', 'staff', 'releases'].flatMap((module) => {
    const folder = join(import.meta.dirname, '../..', module, 'recorded')
    return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as PastEvent)
  })
  it.each(recorded.map((one) => [one.type, one] as const))(
    'is a sentence also where nothing else is known: %s',
    (_, one) => {
      const description = describeFact(one) ?? { text: '', subject: '' }
      expect(description.text).toMatch(/^[a-z].*\S$/)
      expect(description.subject).not.toBe('')
      expect(inWords(description)).not.toMatch(/undefined|null|\[object|NaN/)
    },
  )

  it('has words for every event that was ever recorded', () => {
    const missing = new Set(recorded.map(({ type }) => type).filter((type) => !(type in allEvents)))
    expect([...missing]).toEqual([])
  })
})

describe('What happened last', () => {
  const events = [
    event('TeamRemoved', { reason: 'Junk' }),
    event('TeamRemoved', { reason: 'Late' }),
    event('TeamRestored'),
  ]

  it('is the last event of a kind, or of several', () => {
    const last = createFindLastData<TournamentEvent>()
    expect(last(events, 'TeamRemoved')).toEqual({ reason: 'Late' })
    expect(last(events, 'TeamRegistered')).toBeUndefined()
    expect(findLastType(events, ['TeamRemoved', 'TeamRestored'])).toBe('TeamRestored')
    expect(findLastType(events, ['TeamRegistered', 'TeamRemoved'])).toBe('TeamRemoved')
    expect(findLastType(events, ['TeamRegistered'])).toBeUndefined()
  })

  it('names the event where there is no sentence', () => {
    expect(plainWords('PoolsSaved')).toBe('pools saved')
    expect(plainWords('SignupLinkRequested')).toBe('signup link requested')
    expect(plainWords('PDFSent')).toBe('pdfsent')
  })
})
