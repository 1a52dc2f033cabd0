import type { Profile } from '@ultimate/events/staff/account.ts'
import { assign, fromPromise, setup } from 'xstate'
import { type FieldErrors, firstField, judgedAnew, type Refused } from '../field-errors.ts'
import { errorsOf, isSameProfile, type ProfileField, profileFields } from './profile-draft.ts'

/** `profile` is how the server has it now. */
export type SaveOutcome = { readonly kind: 'saved'; readonly profile: Profile } | Refused<ProfileField>

export type ProfileEvent =
  | { readonly type: 'change'; readonly changes: Partial<Profile> }
  | { readonly type: 'reset' }
  | { readonly type: 'save' }
  /** The profile was changed elsewhere. */
  | { readonly type: 'arrived'; readonly profile: Profile }

interface Context {
  /** What the server has. */
  readonly stored: Profile
  readonly draft: Profile
  readonly errors: FieldErrors<ProfileField>
  /** Why the last attempt failed as a whole. */
  readonly failure: string | null
}

const definition = setup({
  types: { context: {} as Context, events: {} as ProfileEvent, input: {} as { stored: Profile } },
  actors: {
    saveProfile: fromPromise<SaveOutcome, Profile>(() => Promise.reject(new Error('saveProfile is not provided'))),
  },
  actions: {
    focusField: (_, _params: { field: ProfileField | null }) => undefined,
    announce: () => undefined,
  },
  guards: {
    isValid: ({ context }) => Object.keys(errorsOf(context.draft)).length === 0,
    isAsStored: ({ context }) => isSameProfile(context.draft, context.stored),
    isOther: ({ context }) => !isSameProfile(context.draft, context.stored),
    isSaved: (_, outcome: SaveOutcome) => outcome.kind === 'saved',
  },
})

const change = definition.assign(({ context, event }) => {
  if (event.type !== 'change') return {}
  const draft = { ...context.draft, ...event.changes }
  const judged = { before: context.errors, now: errorsOf(draft) }
  return { draft, errors: judgedAnew(profileFields, Object.keys(event.changes), judged), failure: null }
})

const asStored = { errors: {}, failure: null } as const

const focusFirstError = {
  type: 'focusField' as const,
  params: ({ context }: { context: Context }) => ({ field: firstField(profileFields, context.errors) }),
}

/** The own name and address: clean, dirty by an edit, then saved or reset. */
export const profileMachine = definition.createMachine({
  id: 'profile',
  context: ({ input: { stored } }) => ({ stored, draft: stored, ...asStored }),
  initial: 'clean',
  states: {
    clean: {
      always: { guard: 'isOther', target: 'dirty' },
      on: {
        change: { actions: change },
        arrived: { actions: assign(({ event }) => ({ stored: event.profile, draft: event.profile })) },
      },
    },
    dirty: {
      always: { guard: 'isAsStored', target: 'clean', actions: assign(asStored) },
      on: {
        change: { actions: change },
        reset: { actions: assign(({ context }) => ({ draft: context.stored })) },
        // What was typed here stays; it is compared with the new state from now on.
        arrived: { actions: assign(({ event }) => ({ stored: event.profile })) },
        save: [
          { guard: 'isValid', target: 'saving', actions: assign(asStored) },
          { actions: [assign({ errors: ({ context }) => errorsOf(context.draft) }), focusFirstError] },
        ],
      },
    },
    saving: {
      invoke: {
        src: 'saveProfile',
        input: ({ context }) => context.draft,
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'clean',
            actions: [
              assign(({ event }) =>
                event.output.kind === 'saved' ? { stored: event.output.profile, draft: event.output.profile } : {},
              ),
              'announce',
            ],
          },
          {
            target: 'dirty',
            actions: [
              assign(({ event }) =>
                event.output.kind === 'refused' ? { failure: event.output.sentence, errors: event.output.errors } : {},
              ),
              focusFirstError,
            ],
          },
        ],
        onError: { target: 'dirty', actions: assign({ failure: 'Failed to update profile' }) },
      },
    },
  },
})
