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
  edited,
  type Intent,
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

/** The builder's guards, actions and effects. The screen provides the effects. */
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
    isMeant: ({ context }, intent: Intent) => context.intent === intent,
    isNews: ({ context }, { outcome }: { outcome: LoadOutcome }) => newsOf(context, outcome) !== null,
    isLoaded: (_, outcome: LoadOutcome) => outcome.kind === 'loaded',
    isStale: (_, outcome: WriteOutcome) => outcome.kind === 'stale',
    isGood: (_, outcome: WriteOutcome) => outcome.kind === 'settled' && outcome.notice.tone === 'good',
    isPassing: ({ event }) => event.type === 'notice' && event.notice?.tone === 'good',
    isSilence: ({ event }) => event.type === 'notice' && event.notice === null,
  },
  actions: {
    takeOutcome: assign(({ context }, { outcome, intent }: { outcome: WriteOutcome; intent: Intent }) =>
      outcomeTaken(context, outcome, intent),
    ),
    takeLoaded: assign((_, { outcome }: { outcome: LoadOutcome }) =>
      outcome.kind === 'failed'
        ? { loadError: outcome.sentence }
        : { ...adopted(outcome.stored, startingPoint(outcome.stored)), teams: outcome.teams },
    ),
    takeTeams: assign(({ context }, { teams }: { teams: Teams }) => rosterTaken(context, teams)),
    followWork: assign(({ context }, { outcome }: { outcome: LoadOutcome }) => workFollowed(context, outcome)),
    takeNews: assign(({ context }, { outcome }: { outcome: LoadOutcome }) => newsTaken(context, outcome)),
    notifyRemoval: enqueueActions(({ context, enqueue }, { teams }: { teams: Teams }) => {
      const notice = removalNotice(context, teams)
      if (notice) enqueue.raise({ type: 'notice', notice })
    }),
    notify: raise((_, { notice }: { notice: Notice | null }): PoolBuilderEvent => ({ type: 'notice', notice })),
  },
  delays: { noticeShown: 3000 },
})

export const edit = definition.assign(({ context, event }) => edited(context, event))
export const hold = definition.assign(({ event }) =>
  event.type === 'team.hold' ? { held: event.team } : { held: null },
)

export const writing = ({ context }: { context: Context }): Writing => {
  const { division, pools, stored } = context
  return { division, pools, stored, isChanged: isDirty(context) }
}

const outcomeOf = ({ event }: { event: { output: WriteOutcome } }): WriteOutcome => event.output
export const loadedOf = ({ event }: { event: { output: LoadOutcome } }) => ({ outcome: event.output })

/** The transitions at the end of every write. */
export function endings(intent: Intent, fallback: string) {
  const take = [
    {
      type: 'takeOutcome',
      params: ({ event }: { event: { output: WriteOutcome } }) => ({ outcome: event.output, intent }),
    },
    {
      type: 'notify',
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
      actions: { type: 'notify', params: { notice: { tone: 'bad', text: fallback } } },
    },
  } as const
}
