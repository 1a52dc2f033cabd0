import { assign, not } from 'xstate'
import { definition, edit, endings, hold, loadedOf, writing } from './machine-definition.ts'
import { rosterOf } from './roster.ts'
import { latest, noPools, startingNotice } from './stored-pools.ts'
import { adopted, mineKept, newsOf, withNotice } from './work.ts'

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

/** The builder of one division's pools. Effects are provided by the screen; the server decides. */
export const poolBuilderMachine = definition.createMachine({
  id: 'poolBuilder',
  type: 'parallel',
  context: ({ input }) => ({
    division: input.division,
    teams: [],
    stored: noPools,
    base: [],
    pools: [],
    held: null,
    notice: null,
    loadError: '',
    theirs: null,
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
                  { type: 'takeLoaded', params: loadedOf },
                  {
                    type: 'notify',
                    params: ({ event: { output } }) => ({
                      notice: output.kind === 'loaded' ? startingNotice(output.stored) : null,
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
                      { type: 'notify', params: ({ context, event }) => ({ notice: newsOf(context, event.output) }) },
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
        // A removed team may have been all that was changed.
        dirty: { on: changed, always: { guard: not('isDirty'), target: 'clean' } },
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
    roster: {
      initial: 'known',
      on: { 'teams.changed': '.reading', 'remote.changed': { guard: 'isDirty', target: '.following' } },
      states: {
        known: {},
        // Where nothing is unsaved, the state `clean.refreshing` reads the update.
        following: {
          on: {
            'teams.changed': { target: 'following', reenter: true },
            'remote.changed': { target: 'following', reenter: true },
          },
          invoke: {
            id: 'follow',
            src: 'load',
            input: ({ context }) => context.division,
            onDone: {
              target: 'known',
              actions: [
                { type: 'notifyRemoval', params: ({ context, event }) => ({ teams: rosterOf(context, event.output) }) },
                { type: 'followWork', params: loadedOf },
              ],
            },
            onError: 'known',
          },
        },
        reading: {
          invoke: {
            id: 'readTeams',
            src: 'readTeams',
            input: ({ context }) => context.division,
            onDone: {
              target: 'known',
              actions: [
                { type: 'notifyRemoval', params: ({ event }) => ({ teams: event.output }) },
                { type: 'takeTeams', params: ({ event }) => ({ teams: event.output }) },
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
          { guard: 'isSilence', target: '.silent' },
          { guard: 'isPassing', target: '.passing', actions: assign(withNotice) },
          { target: '.standing', actions: assign(withNotice) },
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
