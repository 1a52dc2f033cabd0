import type { Division } from '@ultimate/events/tournament/team.ts'
import { assign, fromPromise, raise, setup } from 'xstate'
import { emptyDesk, latest, type Notice, startingNotice, startingPoint } from './desk.ts'
import {
  adopted,
  type Context,
  canPublish,
  canUnpublish,
  type Deed,
  edited,
  isDirty,
  type LoadOutcome,
  mineKept,
  newsOf,
  newsTaken,
  noticeOf,
  noticeTold,
  outcomeTaken,
  type PoolBuilderEvent,
  type WriteOutcome,
  type Writing,
} from './work.ts'

const definition = setup({
  types: {
    context: {} as Context,
    events: {} as PoolBuilderEvent,
    input: {} as { division: Division },
  },
  actors: {
    load: fromPromise<LoadOutcome, Division>(() => Promise.reject(new Error('load is not provided'))),
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
      outcome.kind === 'failed' ? { loadError: outcome.sentence } : adopted(outcome.desk, startingPoint(outcome.desk)),
    ),
    takeNews: assign(({ context }, { outcome }: { outcome: LoadOutcome }) => newsTaken(context, outcome)),
    tell: raise((_, { notice }: { notice: Notice | null }): PoolBuilderEvent => ({ type: 'told', notice })),
  },
  delays: { noticeShown: 3000 },
})

const edit = definition.assign(({ context, event }) => edited(context, event))
const hold = definition.assign(({ event }) => (event.type === 'team.hold' ? { held: event.team } : { held: null }))

const arranging = {
  'pools.add': { target: 'checking', actions: edit },
  'pool.delete': { target: 'checking', actions: edit },
  'team.place': { target: 'checking', actions: edit },
  'team.remove': { target: 'checking', actions: edit },
  'arrangement.take': { target: 'checking', actions: edit },
  discard: { target: 'checking', actions: edit },
  'team.hold': { actions: hold },
  'team.letGo': { actions: hold },
  publish: { guard: 'canPublish', target: 'confirming', actions: hold },
  unpublish: { guard: 'canUnpublish', target: 'unpublishing', actions: hold },
} as const
const changed = { ...arranging, save: { guard: 'isDirty', target: 'saving', actions: hold } } as const

const writing = ({ context }: { context: Context }): Writing => {
  const { division, pools, desk } = context
  return { division, pools, desk, isChanged: isDirty(context) }
}

const outcomeOf = ({ event }: { event: { output: WriteOutcome } }): WriteOutcome => event.output
const loadedOf = ({ event }: { event: { output: LoadOutcome } }) => ({ outcome: event.output })

/** What every write ends with, in the words of its deed. */
function endings(deed: Deed, fallback: string) {
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

/** One division on the builder's desk. Effects are provided by the screen; the server stays the law. */
export const poolBuilderMachine = definition.createMachine({
  id: 'poolBuilder',
  type: 'parallel',
  context: ({ input }) => ({
    division: input.division,
    desk: emptyDesk,
    base: [],
    pools: [],
    held: null,
    notice: null,
    loadError: '',
    theirs: null,
    intent: 'save',
  }),
  states: {
    desk: {
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
                  { type: 'takeLoaded', params: loadedOf },
                  {
                    type: 'tell',
                    params: ({ event: { output } }) => ({
                      notice: output.kind === 'loaded' ? startingNotice(output.desk) : null,
                    }),
                  },
                ],
              },
              { target: 'loadFailed', actions: { type: 'takeLoaded', params: loadedOf } },
            ],
            onError: { target: 'loadFailed', actions: assign({ loadError: 'Failed to load data' }) },
          },
        },
        loadFailed: { on: { retry: 'loading' } },
        checking: { always: [{ guard: 'isDirty', target: 'dirty' }, { target: 'clean' }] },
        clean: {
          initial: 'current',
          on: arranging,
          states: {
            current: { on: { 'remote.changed': 'refreshing' } },
            refreshing: {
              invoke: {
                id: 'refresh',
                src: 'load',
                input: ({ context }) => context.division,
                onDone: [
                  {
                    guard: { type: 'isNews', params: loadedOf },
                    target: 'current',
                    actions: [
                      { type: 'tell', params: ({ context, event }) => ({ notice: newsOf(context, event.output) }) },
                      { type: 'takeNews', params: loadedOf },
                    ],
                  },
                  { target: 'current', actions: { type: 'takeNews', params: loadedOf } },
                ],
                onError: 'current',
              },
            },
          },
        },
        dirty: { on: changed },
        failed: { on: changed },
        confirming: {
          on: { 'publish.confirm': 'publishing', 'publish.cancel': 'checking' },
        },
        saving: {
          entry: assign({ intent: 'save' }),
          invoke: {
            id: 'save',
            src: 'save',
            input: writing,
            ...endings('save', 'Failed to save configuration'),
          },
        },
        publishing: {
          entry: assign({ intent: 'publish' }),
          invoke: {
            id: 'publish',
            src: 'publish',
            input: writing,
            ...endings('publish', 'Failed to publish pools'),
          },
        },
        unpublishing: {
          entry: assign({ intent: 'unpublish' }),
          invoke: {
            id: 'unpublish',
            src: 'unpublish',
            input: writing,
            ...endings('unpublish', 'Failed to unpublish pools'),
          },
        },
        conflict: {
          on: {
            'theirs.take': {
              target: 'clean',
              actions: assign(({ context }) => (context.theirs ? adopted(context.theirs, latest(context.theirs)) : {})),
            },
            'conflict.close': { target: 'checking', actions: assign({ theirs: null }) },
            'mine.keep': [
              { guard: { type: 'isMeant', params: 'publish' }, target: 'publishing', actions: assign(mineKept) },
              { guard: { type: 'isMeant', params: 'unpublish' }, target: 'unpublishing', actions: assign(mineKept) },
              { target: 'saving', actions: assign(mineKept) },
            ],
          },
        },
      },
    },
    notice: {
      initial: 'silent',
      on: {
        told: [
          { guard: 'isSilence', target: '.silent' },
          { guard: 'isPassing', target: '.passing', actions: assign(noticeTold) },
          { target: '.standing', actions: assign(noticeTold) },
        ],
      },
      states: {
        silent: { entry: assign({ notice: null }) },
        passing: { after: { noticeShown: 'silent' }, on: { 'notice.dismiss': 'silent' } },
        // A failure stays until it is read, or until something else is tried.
        standing: {
          on: { 'notice.dismiss': 'silent', save: 'silent', 'publish.confirm': 'silent', unpublish: 'silent' },
        },
      },
    },
  },
})
