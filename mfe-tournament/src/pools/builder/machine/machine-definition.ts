import type { ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { assign, enqueueActions, fromPromise, or, raise, setup, stateIn } from 'xstate'
import { edited, editNotice } from '../unsaved/editing.ts'
import { followed, followNotice, removalNotice, rosterTaken } from '../unsaved/roster.ts'
import { type Notice, startingView } from '../unsaved/stored-pools.ts'
import {
  adopted,
  type Context,
  canPublish,
  canUnpublish,
  type Intent,
  isDirty,
  isOurs,
  type LoadOutcome,
  oursTaken,
  outcomeTaken,
  type PoolBuilderEvent,
  theirsTaken,
  toNotice,
  type WriteOutcome,
  type Writing,
} from '../unsaved/work.ts'

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
    /** True while the requested write waits for the connection. */
    isQueued: (_) => false,
    isDirty: ({ context }) => isDirty(context),
    canPublish: ({ context }) => canPublish(context),
    canUnpublish: ({ context }) => canUnpublish(context),
    canUndo: ({ context }) => context.past.length > 0,
    canRedo: ({ context }) => context.future.length > 0,
    hasTheirs: ({ context }) => context.theirs !== null,
    isSaveAgreed: ({ context }) => context.theirs === null && context.intent === 'save',
    isMeant: ({ context }, intent: Intent) => context.intent === intent,
    // A write that waits for the connection counts: it is sent as it was requested.
    isWriting: or([
      stateIn({ arrangement: 'sending' }),
      stateIn({ arrangement: 'saving' }),
      stateIn({ arrangement: 'publishing' }),
      stateIn({ arrangement: 'unpublishing' }),
    ]),
    isNotLoaded: or([stateIn({ arrangement: 'loading' }), stateIn({ arrangement: 'loadFailed' })]),
    isLoaded: (_, outcome: LoadOutcome) => outcome.kind === 'loaded',
    isStale: (_, outcome: WriteOutcome) => outcome.kind === 'stale',
    isOurs: ({ context }, outcome: WriteOutcome) => outcome.kind === 'stale' && isOurs(context, outcome.theirs),
    isPassing: ({ event }) => event.type === 'notice' && event.notice?.tone === 'good',
    isSilence: ({ event }) => event.type === 'notice' && event.notice === null,
  },
  actions: {
    takeOutcome: assign(({ context }, { outcome, intent }: { outcome: WriteOutcome; intent: Intent }) =>
      outcomeTaken(context, outcome, intent),
    ),
    takeOurs: assign(({ context }, { outcome }: { outcome: WriteOutcome }) =>
      outcome.kind === 'stale' ? oursTaken(context, outcome.theirs) : {},
    ),
    rememberLost: assign({ unanswered: ({ context }) => context.pools }),
    takeLoaded: assign((_, { outcome }: { outcome: LoadOutcome }) =>
      outcome.kind === 'failed'
        ? { loadError: outcome.sentence }
        : { ...adopted(outcome.stored, startingView(outcome.stored)), teams: outcome.teams },
    ),
    takeTeams: assign(({ context }, { teams }: { teams: Teams }) => rosterTaken(context, teams)),
    follow: assign(({ context }, { outcome }: { outcome: LoadOutcome }) => followed(context, outcome)),
    notifyFollowed: enqueueActions(({ context, enqueue }, { outcome }: { outcome: LoadOutcome }) => {
      const notice = followNotice(context, outcome)
      if (notice) enqueue.raise({ type: 'notice', notice })
    }),
    notifyRemoval: enqueueActions(({ context, enqueue }, { teams }: { teams: Teams }) => {
      const notice = removalNotice(context, teams)
      if (notice) enqueue.raise({ type: 'notice', notice })
    }),
    notifyEdit: enqueueActions(({ context, event, enqueue }) => {
      const notice = editNotice(context, event)
      if (notice) enqueue.raise({ type: 'notice', notice })
    }),
    notify: raise((_, { notice }: { notice: Notice | null }): PoolBuilderEvent => ({ type: 'notice', notice })),
  },
  // A notice that offers to undo leaves time to decide.
  delays: { noticeShown: ({ context }) => (context.notice?.offersUndo ? 8000 : 3000) },
})

/** The notice comes first, because it explains the state in which the edit finds the pools. */
export const edit = ['notifyEdit', definition.assign(({ context, event }) => edited(context, event))] as const
export const hold = definition.assign(({ event }) => ({ held: event.type === 'teams.hold' ? event.teams : [] }))
export const takeTheirs = definition.assign(theirsTaken)
export const ask = (intent: Intent) => definition.assign(() => ({ intent, held: [] }))

export const writing = ({ context: { division, pools, stored } }: { context: Context }): Writing => ({
  division,
  pools,
  stored,
})

const outcomeOf = ({ event }: { event: { output: WriteOutcome } }): WriteOutcome => event.output
export const toLoaded = ({ event }: { event: { output: LoadOutcome } }) => ({ outcome: event.output })

/** The transitions at the end of a write. */
export function endings(intent: Intent, state: 'saving' | 'publishing' | 'unpublishing', fallback: string) {
  const take = [
    {
      type: 'takeOutcome',
      params: ({ event }: { event: { output: WriteOutcome } }) => ({ outcome: event.output, intent }),
    },
    {
      type: 'notify',
      params: ({ event }: { event: { output: WriteOutcome } }) => ({ notice: toNotice(event.output) }),
    },
  ] as const
  const takeOurs = {
    type: 'takeOurs',
    params: ({ event }: { event: { output: WriteOutcome } }) => ({ outcome: event.output }),
  } as const
  return {
    onDone: [
      { guard: { type: 'isOurs', params: outcomeOf }, target: state, reenter: true, actions: takeOurs },
      { guard: { type: 'isStale', params: outcomeOf }, target: 'conflict', actions: take },
      { target: 'checking', actions: take },
    ],
    onError: {
      target: 'checking',
      actions: ['rememberLost', { type: 'notify', params: { notice: { tone: 'bad', text: fallback } } }],
    },
  } as const
}
