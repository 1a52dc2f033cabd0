import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { GameEvent, StandingsEvent } from '@ultimate/events/tournament/weekend/events.ts'
import { buildLine, type Change, counted, type ReadEarlier } from '../../platform/changes.ts'
import type { Streams } from './streams.ts'

type ResultChange = 'entered' | 'decided' | 'forfeited' | 'cleared' | 'kept' | 'put back'

const resultChanges: Readonly<Record<GameEvent['type'], ResultChange>> = {
  ScoreEntered: 'entered',
  ResultDecided: 'decided',
  GameForfeited: 'forfeited',
  ResultCleared: 'cleared',
  ResultKept: 'kept',
  ResultPutBack: 'put back',
}

/** Counts the games whose result changed by their last event, and the changes to the standings. */
export async function sumUpResults(
  streams: { readonly games: Streams<GameEvent>; readonly standings: Streams<StandingsEvent> },
  readEarlier: ReadEarlier,
): Promise<Change[]> {
  const { standings } = streams
  const areChanged = await Promise.all(
    streams.games.map(([stream, events]) => isResultChanged(stream, events, readEarlier)),
  )
  const games = streams.games.filter((_, index) => areChanged[index])
  const lastTypes = games.flatMap(([, events]) => events.at(-1)?.type ?? [])
  const standingsEvents = standings.flatMap(([, events]) => events)
  const summarize = (change: ResultChange, one: string, many: string) =>
    counted(lastTypes.filter((type) => resultChanges[type] === change).length, one, many)
  const countRules = (type: StandingsEvent['type'], one: string, many: string) =>
    counted(standingsEvents.filter((event) => event.type === type).length, one, many)
  return buildLine({
    phrases: [
      summarize('entered', 'score entered', 'scores entered'),
      summarize('decided', 'result set by staff', 'results set by staff'),
      summarize('forfeited', 'game forfeited', 'games forfeited'),
      summarize('cleared', 'result cleared', 'results cleared'),
      summarize('kept', 'result kept', 'results kept'),
      summarize('put back', 'result put back', 'results put back'),
      countRules('TieDecided', 'tie decided', 'ties decided'),
      countRules('TiebreaksChanged', 'change of how ranks are decided', 'changes of how ranks are decided'),
    ],
    facts: [...games, ...standings].reduce((sum, [, events]) => sum + events.length, 0),
    streams: new Set([...games, ...standings].map(([stream]) => stream)),
  })
}

/** False for a game that had no result before and, by an undo, has none again. */
async function isResultChanged(
  stream: string,
  events: readonly RecordedEvent<GameEvent>[],
  readEarlier: ReadEarlier,
): Promise<boolean> {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || last?.type !== 'ResultPutBack' || last.data.teams !== null) return true
  return (await readEarlier({ stream, types: Object.keys(resultChanges), before: first.metadata.position })) !== null
}
