import type { ReachableTeam } from '@ultimate/events/tournament/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { assign, enqueueActions, fromPromise, raise, setup } from 'xstate'
import { removalNotice, rosterTaken, workFollowed } from './roster.ts'
import { type Notice, startingPoint } from './stored-pools.ts'
import {
  adopted,
  type Context,
  canPublish,
  canUnpublish,
  type Deed,
  edited,
  isDirty,
  type LoadOutcome,
  newsOf,
  newsTaken,
  noticeOf,
  outcomeTaken,
  type PoolBuilderEvent,
  type WriteOutcome,
  type Writing,
} from './work.ts'

export type Teams = readonly ReachableTeam[]

/** What the builder's chart is made of: its effects, which the screen provides, its guards and its actions. */
export const definition = setup({
  types: {
    context: {} as Context,
    events: {} as PoolBuilderEvent,
    input: {} as { division: Division },
  },
  actors: {
    load: fromPromise<LoadOutcome, Division>(() => Promise.reject(new Error('load is not provided'))),
    readTeams: fromPromise<Teams, Division>(() => Promise.reject(new Error('readTeams is not provided'))),
    save: fromPromise<WriteOutcome, Writing>(() => Promise.reject(new Error('save is not provided'))),
    publish: fromPromise<WriteOutcome, Writing>(() => Promise.reject(new Error('publish is not provided'))),
    unpublish: fromPromise<WriteOutcome, Writing>(() => Promise.reject(new Error('unpublish is not provided'))),
  },
  guards: {
    isDirty: ({ context }) => isDirty(context),
    canPublish: ({ context }) => canPublish(context),
    canUnpublish: ({ context }) => canUnpublish(context),
    isMeant: ({ context }, deed: Deed) => context.intent === deed,
    isNews: ({ context }, { outcome }: { outcome: LoadOutcome }) => newsOf(context, outcome) !== null,
    isLoaded: (_, outcome: LoadOutcome) => outcome.kind === 'loaded',
    isStale: (_, outcome: WriteOutcome) => outcome.kind === 'stale',
    isGood: (_, outcome: WriteOutcome) => outcome.kind === 'settled' && outcome.notice.tone === 'good',
    isPassing: ({ event }) => event.type === 'told' && event.notice?.tone === 'good',
    isSilence: ({ event }) => event.type === 'told' && event.notice === null,
  },
  actions: {
    takeOutcome: assign(({ context }, { outcome, deed }: { outcome: WriteOutcome; deed: Deed }) =>
      outcomeTaken(context, outcome, deed),
    ),
    takeLoaded: assign((_, { outcome }: { outcome: LoadOutcome }) =>
      outcome.kind === 'failed'
        ? { loadError: outcome.sentence }
        : { ...adopted(outcome.desk, startingPoint(outcome.desk)), teams: outcome.teams },
    ),
    takeTeams: assign(({ context }, { teams }: { teams: Teams }) => rosterTaken(context, teams)),
    followWork: assign(({ context }, { outcome }: { outcome: LoadOutcome }) => workFollowed(context, outcome)),
    takeNews: assign(({ context }, { outcome }: { outcome: LoadOutcome }) => newsTaken(context, outcome)),
    tellRemoval: enqueueActions(({ context, enqueue }, { teams }: { teams: Teams }) => {
      const notice = removalNotice(context, teams)
      if (notice) enqueue.raise({ type: 'told', notice })
    }),
    tell: raise((_, { notice }: { notice: Notice | null }): PoolBuilderEvent => ({ type: 'told', notice })),
  },
  delays: { noticeShown: 3000 },
})

export const edit = definition.assign(({ context, event }) => edited(context, event))
export const hold = definition.assign(({ event }) =>
  event.type === 'team.hold' ? { held: event.team } : { held: null },
)

export const writing = ({ context }: { context: Context }): Writing => {
  const { division, pools, desk } = context
  return { division, pools, desk, isChanged: isDirty(context) }
}

const outcomeOf = ({ event }: { event: { output: WriteOutcome } }): WriteOutcome => event.output
export const loadedOf = ({ event }: { event: { output: LoadOutcome } }) => ({ outcome: event.output })

/** What every write ends with, in the words of its deed. */
export function endings(deed: Deed, fallback: string) {
  const take = [
    {
      type: 'takeOutcome',
      params: ({ event }: { event: { output: WriteOutcome } }) => ({ outcome: event.output, deed }),
    },
    {
      type: 'tell',
      params: ({ event }: { event: { output: WriteOutcome } }) => ({ notice: noticeOf(event.output) }),
    },
  ] as const
  return {
    onDone: [
      { guard: { type: 'isStale', params: outcomeOf }, target: 'conflict', actions: take },
      { guard: { type: 'isGood', params: outcomeOf }, target: 'checking', actions: take },
      { target: 'failed', actions: take },
    ],
    onError: {
      target: 'failed',
      actions: { type: 'tell', params: { notice: { tone: 'bad', text: fallback } } },
    },
  } as const
}
