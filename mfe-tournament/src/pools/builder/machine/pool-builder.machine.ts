import { assign, not } from 'xstate'
import { noPools, startingNotice } from '../unsaved/stored-pools.ts'
import { keepOwnWork, withNotice } from '../unsaved/work.ts'
import { ask, definition, edit, endings, hold, takeTheirs, toLoaded, writing } from './machine-definition.ts'

const editing = { target: 'checking', actions: edit } as const
const arranging = {
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
  publish: { guard: 'canPublish', target: 'confirming', actions: ask('publish') },
  unpublish: { guard: 'canUnpublish', target: 'confirming', actions: ask('unpublish') },
  'theirs.compare': { guard: 'hasTheirs', target: 'conflict', actions: ask('save') },
  'theirs.take': { guard: 'hasTheirs', target: 'checking', actions: takeTheirs },
} as const
const changed = { ...arranging, save: { guard: 'isDirty', target: 'sending', actions: ask('save') } } as const

/** While it waits for the connection, a write can be taken back. */
const cancelable = { cancel: { guard: 'isQueued', target: 'checking' } } as const

/** The builder of one division's pools. Effects are provided by the screen; the server decides. */
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
                  { type: 'takeLoaded', params: toLoaded },
                  {
                    type: 'notify',
                    params: ({ event: { output } }) => ({
                      notice: output.kind === 'loaded' ? startingNotice(output.stored) : null,
                    }),
                  },
                ],
              },
              { target: 'loadFailed', actions: { type: 'takeLoaded', params: toLoaded } },
            ],
            onError: { target: 'loadFailed', actions: assign({ loadError: 'Failed to load data' }) },
          },
        },
        loadFailed: { on: { retry: 'loading' } },
        checking: { always: [{ guard: 'isDirty', target: 'dirty' }, { target: 'clean' }] },
        clean: { on: arranging },
        // A removed team may have been all that was changed, and another user may save the same.
        dirty: { on: changed, always: { guard: not('isDirty'), target: 'clean' } },
        confirming: {
          on: {
            confirm: 'sending',
            cancel: 'checking',
          },
        },
        sending: {
          always: [
            { guard: { type: 'isMeant', params: 'publish' }, target: 'publishing' },
            { guard: { type: 'isMeant', params: 'unpublish' }, target: 'unpublishing' },
            { target: 'saving' },
          ],
        },
        saving: {
          on: cancelable,
          invoke: {
            id: 'save',
            src: 'save',
            input: writing,
            ...endings('save', 'saving', 'Failed to save configuration'),
          },
        },
        publishing: {
          on: cancelable,
          invoke: {
            id: 'publish',
            src: 'publish',
            input: writing,
            ...endings('publish', 'publishing', 'Failed to publish pools'),
          },
        },
        unpublishing: {
          on: cancelable,
          invoke: {
            id: 'unpublish',
            src: 'unpublish',
            input: writing,
            ...endings('unpublish', 'unpublishing', 'Failed to unpublish pools'),
          },
        },
        conflict: {
          // Both arranged the same, as it turned out. What would change for the public is asked about as it is now.
          always: [
            { guard: 'isSaveAgreed', target: 'checking' },
            { guard: not('hasTheirs'), target: 'confirming' },
          ],
          on: {
            'theirs.take': { target: 'checking', actions: takeTheirs },
            'conflict.close': 'checking',
            // The change for the public is a different one now, so the question is asked again.
            'mine.keep': [
              { guard: { type: 'isMeant', params: 'save' }, target: 'sending', actions: assign(keepOwnWork) },
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
          { guard: 'isNotLoaded' },
          // It may be our own write that changed them, so its answer comes first.
          { guard: 'isWriting', target: '.postponed' },
          { target: '.following' },
        ],
      },
      states: {
        known: {},
        postponed: { always: { guard: not('isWriting'), target: 'following' }, on: { 'teams.changed': {} } },
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
                  { type: 'notifyFollowed', params: toLoaded },
                  { type: 'follow', params: toLoaded },
                ],
              },
            ],
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
          { target: '.failed', actions: assign(withNotice) },
        ],
        undo: '.silent',
      },
      states: {
        silent: { entry: assign({ notice: null }) },
        passing: { after: { noticeShown: 'silent' }, on: { 'notice.dismiss': 'silent' } },
        // A failure stays until it is read, or until something else is tried.
        failed: {
          on: { 'notice.dismiss': 'silent', save: 'silent', confirm: 'silent' },
        },
      },
    },
  },
})
