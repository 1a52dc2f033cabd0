import type { ReachableTeam } from '@ultimate/events/tournament/pools/pools-api.ts'
import type { Division } from '@ultimate/events/tournament/team.ts'
import { assign, enqueueActions, fromPromise, not, or, raise, setup, stateIn } from 'xstate'
import { applyEdit, editNotice } from '../unsaved/editing.ts'
import { adoptRead, adoptRoster, describeRead, removalNotice } from '../unsaved/roster.ts'
import { noPools, startingView } from '../unsaved/stored.ts'
import {
  adoptOutcome,
  adoptOwnLostWrite,
  adoptStored,
  adoptTheirs,
  type Context,
  canPublish,
  canUnpublish,
  type Intent,
  isDirty,
  isOwnLostWrite,
  keepOwnWork,
  type LoadOutcome,
  type Notice,
  type PoolBuilderEvent,
  setNotice,
  startingNotice,
  toNotice,
  type WriteOutcome,
  type Writing,
} from '../unsaved/work.ts'

export type Teams = readonly ReachableTeam[]

/** The builder's guards, actions and effects. The screen provides the effects. */
const definition = setup({
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
    isSaveResolved: ({ context }) => context.theirs === null && context.intent === 'save',
    hasIntent: ({ context }, intent: Intent) => context.intent === intent,
    // Also while a write waits for the connection, because it is sent as it was requested.
    isWriting: or([
      stateIn({ arrangement: 'sending' }),
      stateIn({ arrangement: 'saving' }),
      stateIn({ arrangement: 'publishing' }),
      stateIn({ arrangement: 'unpublishing' }),
    ]),
    isNotLoaded: or([stateIn({ arrangement: 'loading' }), stateIn({ arrangement: 'loadFailed' })]),
    isLoaded: (_, outcome: LoadOutcome) => outcome.kind === 'loaded',
    isStale: (_, outcome: WriteOutcome) => outcome.kind === 'stale',
    isOwnLostWrite: ({ context }, outcome: WriteOutcome) =>
      outcome.kind === 'stale' && isOwnLostWrite(context, outcome.theirs),
    isSuccess: ({ event }) => event.type === 'notice' && event.notice?.tone === 'good',
    isNoNotice: ({ event }) => event.type === 'notice' && event.notice === null,
  },
  actions: {
    adoptOutcome: assign(({ context }, { outcome, intent }: { outcome: WriteOutcome; intent: Intent }) =>
      adoptOutcome(context, outcome, intent),
    ),
    adoptOwnLostWrite: assign(({ context }, { outcome }: { outcome: WriteOutcome }) =>
      outcome.kind === 'stale' ? adoptOwnLostWrite(context, outcome.theirs) : {},
    ),
    rememberUnanswered: assign({ unanswered: ({ context }) => context.pools }),
    adoptLoaded: assign((_, { outcome }: { outcome: LoadOutcome }) =>
      outcome.kind === 'failed'
        ? { loadError: outcome.sentence }
        : { ...adoptStored(outcome.stored, startingView(outcome.stored)), teams: outcome.teams },
    ),
    adoptTeams: assign(({ context }, { teams }: { teams: Teams }) => adoptRoster(context, teams)),
    adoptRead: assign(({ context }, { outcome }: { outcome: LoadOutcome }) => adoptRead(context, outcome)),
    notifyRead: enqueueActions(({ context, enqueue }, { outcome }: { outcome: LoadOutcome }) => {
      const notice = describeRead(context, outcome)
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

/** The notice comes first, because it needs the pools as they are before the edit. */
const edit = ['notifyEdit', definition.assign(({ context, event }) => applyEdit(context, event))] as const
/** Picks teams up for the next place. */
const hold = definition.assign(({ event }) => ({ held: event.type === 'teams.hold' ? event.teams : [] }))
const takeTheirs = definition.assign(adoptTheirs)
/** Remembers which write was requested. The question before it comes first, except for a save. */
const request = (intent: Intent) => definition.assign(() => ({ intent, held: [] }))

const toOutcome = ({ event }: { event: { output: LoadOutcome } }) => ({ outcome: event.output })

interface WriteDone {
  readonly event: { readonly output: WriteOutcome }
}

/** The state in which a write is under way. While it waits for the connection, it can be canceled. */
function writing<I extends Intent>(intent: I, state: 'saving' | 'publishing' | 'unpublishing', failureText: string) {
  const outcomeOf = ({ event }: WriteDone) => event.output
  const take = [
    { type: 'adoptOutcome', params: ({ event }: WriteDone) => ({ outcome: event.output, intent }) },
    { type: 'notify', params: ({ event }: WriteDone) => ({ notice: toNotice(event.output) }) },
  ] as const
  // An earlier write took effect, but its answer was lost: this one is sent anew, based on what that one left.
  const adoptOwn = { type: 'adoptOwnLostWrite', params: ({ event }: WriteDone) => ({ outcome: event.output }) } as const
  return {
    on: { cancel: { guard: 'isQueued', target: 'checking' } },
    invoke: {
      id: intent,
      src: intent,
      input: ({ context: { division, pools, stored } }: { context: Context }) => ({ division, pools, stored }),
      onDone: [
        { guard: { type: 'isOwnLostWrite', params: outcomeOf }, target: state, reenter: true, actions: adoptOwn },
        { guard: { type: 'isStale', params: outcomeOf }, target: 'conflict', actions: take },
        { target: 'checking', actions: take },
      ],
      onError: {
        target: 'checking',
        actions: ['rememberUnanswered', { type: 'notify', params: { notice: { tone: 'bad', text: failureText } } }],
      },
    },
  } as const
}

const editing = { target: 'checking', actions: edit } as const
/** The events that a user can send while no write is under way. */
const userEvents = {
  'pools.add': editing,
  'pool.delete': editing,
  'pool.shape': editing,
  'team.place': editing,
  'team.remove': editing,
  'places.fill': editing,
  'arrangement.take': editing,
  'view.show': editing,
  discard: editing,
  undo: { ...editing, guard: 'canUndo' },
  redo: { ...editing, guard: 'canRedo' },
  'teams.hold': { actions: hold },
  publish: { guard: 'canPublish', target: 'confirming', actions: request('publish') },
  unpublish: { guard: 'canUnpublish', target: 'confirming', actions: request('unpublish') },
  'theirs.compare': { guard: 'hasTheirs', target: 'conflict', actions: request('save') },
  'theirs.take': { guard: 'hasTheirs', target: 'checking', actions: takeTheirs },
} as const

/**
 * The builder of one division's pools. Effects are provided by the screen; the server decides. Its three regions run at the
 * same time: `arrangement` is the work on the screen and the write under way, `roster` reads again what changed on the
 * server, and `notice` shows what happened.
 */
export const poolBuilderMachine = definition.createMachine({
  id: 'poolBuilder',
  type: 'parallel',
  context: ({ input }) => ({
    division: input.division,
    teams: [],
    stored: noPools,
    view: 'draft',
    base: [],
    pools: [],
    past: [],
    future: [],
    held: [],
    notice: null,
    loadError: '',
    theirs: null,
    unanswered: null,
    intent: 'save',
  }),
  states: {
    arrangement: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context }) => context.division,
            onDone: [
              {
                guard: { type: 'isLoaded', params: ({ event }) => event.output },
                target: 'clean',
                actions: [
                  { type: 'adoptLoaded', params: toOutcome },
                  {
                    type: 'notify',
                    params: ({ event: { output } }) => ({
                      notice: output.kind === 'loaded' ? startingNotice(output.stored) : null,
                    }),
                  },
                ],
              },
              { target: 'loadFailed', actions: { type: 'adoptLoaded', params: toOutcome } },
            ],
            onError: { target: 'loadFailed', actions: assign({ loadError: 'Failed to load data' }) },
          },
        },
        loadFailed: { on: { retry: 'loading' } },
        // Decides at once where work goes on.
        checking: { always: [{ guard: 'isDirty', target: 'dirty' }, { target: 'clean' }] },
        clean: { on: userEvents },
        dirty: {
          on: { ...userEvents, save: { guard: 'isDirty', target: 'sending', actions: request('save') } },
          // The changes are gone if they only concerned a team that was removed, or if another user saved the same.
          always: { guard: not('isDirty'), target: 'clean' },
        },
        confirming: {
          on: {
            confirm: 'sending',
            cancel: 'checking',
          },
        },
        // Decides at once which write begins: the one that was requested last.
        sending: {
          always: [
            { guard: { type: 'hasIntent', params: 'publish' }, target: 'publishing' },
            { guard: { type: 'hasIntent', params: 'unpublish' }, target: 'unpublishing' },
            { target: 'saving' },
          ],
        },
        saving: writing('save', 'saving', 'Failed to save configuration'),
        publishing: writing('publish', 'publishing', 'Failed to publish pools'),
        unpublishing: writing('unpublish', 'unpublishing', 'Failed to unpublish pools'),
        conflict: {
          // There is no conflict any more if both users arranged the same. A publication is then asked about again.
          always: [
            { guard: 'isSaveResolved', target: 'checking' },
            { guard: not('hasTheirs'), target: 'confirming' },
          ],
          on: {
            'theirs.take': { target: 'checking', actions: takeTheirs },
            'conflict.close': 'checking',
            // A publication is asked about again, because it changes something else now.
            'mine.keep': [
              { guard: { type: 'hasIntent', params: 'save' }, target: 'sending', actions: assign(keepOwnWork) },
              { target: 'confirming', actions: assign(keepOwnWork) },
            ],
          },
        },
      },
    },
    roster: {
      initial: 'known',
      on: {
        'teams.changed': { guard: not('isNotLoaded'), target: '.reading' },
        'remote.changed': [
          // Without a target, the event is ignored.
          { guard: 'isNotLoaded' },
          // Our own write may have changed the pools, so its answer comes first.
          { guard: 'isWriting', target: '.postponed' },
          { target: '.following' },
        ],
      },
      states: {
        known: {},
        // Pools are read once our own write is answered.
        postponed: { always: { guard: not('isWriting'), target: 'following' }, on: { 'teams.changed': {} } },
        // Reads pools and teams, so a change of teams begins it anew.
        following: {
          on: { 'teams.changed': { target: 'following', reenter: true } },
          invoke: {
            id: 'follow',
            src: 'load',
            input: ({ context }) => context.division,
            onDone: [
              { guard: 'isWriting', target: 'postponed' },
              {
                target: 'known',
                actions: [
                  { type: 'notifyRead', params: toOutcome },
                  { type: 'adoptRead', params: toOutcome },
                ],
              },
            ],
            onError: 'known',
          },
        },
        // Reads only the teams.
        reading: {
          invoke: {
            id: 'readTeams',
            src: 'readTeams',
            input: ({ context }) => context.division,
            onDone: {
              target: 'known',
              actions: [
                { type: 'notifyRemoval', params: ({ event }) => ({ teams: event.output }) },
                { type: 'adoptTeams', params: ({ event }) => ({ teams: event.output }) },
              ],
            },
            onError: 'known',
          },
        },
      },
    },
    notice: {
      initial: 'silent',
      on: {
        notice: [
          { guard: 'isNoNotice', target: '.silent' },
          { guard: 'isSuccess', target: '.passing', actions: assign(setNotice) },
          { target: '.failed', actions: assign(setNotice) },
        ],
        undo: '.silent',
      },
      states: {
        silent: { entry: assign({ notice: null }) },
        passing: { after: { noticeShown: 'silent' }, on: { 'notice.dismiss': 'silent' } },
        // A failure stays until the user dismisses it, or tries something else.
        failed: {
          on: { 'notice.dismiss': 'silent', save: 'silent', confirm: 'silent' },
        },
      },
    },
  },
})
