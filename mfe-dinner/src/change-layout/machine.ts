import { fewestSlots, type Layout, mostSlots } from '@ultimate/events/dinner/place.ts'
import { assign, fromPromise, setup } from 'xstate'

export const layoutFields = ['warmingSlots', 'buffetSlots'] as const
export type LayoutField = (typeof layoutFields)[number]

/** The texts of the fields. */
export type Draft = Readonly<Record<LayoutField, string>>
export type LayoutErrors = Partial<Readonly<Record<LayoutField, string>>>

export interface LayoutFacts extends Layout {
  /** Before dinner starts. */
  readonly isOpen: boolean
}

export interface LayoutAttempt extends Layout {
  readonly key: string
}
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly sentence: string }

export type LayoutEvent =
  | { readonly type: 'update'; readonly facts: LayoutFacts }
  | { readonly type: 'change'; readonly field: LayoutField; readonly text: string }
  | { readonly type: 'save'; readonly key: string }
  | { readonly type: 'discard' }

interface Context {
  readonly facts: LayoutFacts
  readonly draft: Draft
  readonly errors: LayoutErrors
  /** Why the server refused the last change. */
  readonly sentence: string | null
  readonly key: string
}

export const draftOf = ({ warmingSlots, buffetSlots }: Layout): Draft => ({
  warmingSlots: String(warmingSlots),
  buffetSlots: String(buffetSlots),
})

/** Parses the texts: the layout, and the errors of the fields. */
export function readDraft(draft: Draft): { readonly layout: Layout; readonly errors: LayoutErrors } {
  const errors: Partial<Record<LayoutField, string>> = {}
  for (const field of layoutFields) {
    const count = Number(draft[field])
    if (draft[field].trim() === '' || !Number.isInteger(count)) errors[field] = 'Please give a whole number.'
    else if (count < fewestSlots || count > mostSlots) errors[field] = `Please use ${fewestSlots} to ${mostSlots}.`
  }
  return { layout: { warmingSlots: Number(draft.warmingSlots), buffetSlots: Number(draft.buffetSlots) }, errors }
}

const isSame = (facts: Layout, draft: Draft): boolean => {
  const { layout } = readDraft(draft)
  return layout.warmingSlots === facts.warmingSlots && layout.buffetSlots === facts.buffetSlots
}

const definition = setup({
  types: { context: {} as Context, events: {} as LayoutEvent, input: {} as { facts: LayoutFacts } },
  actors: { save: fromPromise<Outcome, LayoutAttempt>(() => Promise.reject(new Error('save is not provided'))) },
  actions: { logFailure: (_, _params: { error: unknown }) => undefined },
  guards: {
    isOpen: ({ context }) => context.facts.isOpen,
    locks: ({ event }) => event.type === 'update' && !event.facts.isOpen,
    isValid: ({ context }) => Object.keys(readDraft(context.draft).errors).length === 0,
    isUnchanged: ({ context }) => isSame(context.facts, context.draft),
    isDone: (_, { kind }: Outcome) => kind === 'done',
  },
})

const keepFacts = definition.assign({
  facts: ({ context, event }) => (event.type === 'update' ? event.facts : context.facts),
})
const adopt = definition.assign(({ context, event }) => {
  const facts = event.type === 'update' ? event.facts : context.facts
  return { facts, draft: draftOf(facts), errors: {}, sentence: null }
})
const type = definition.assign(({ context, event }) => {
  if (event.type !== 'change') return {}
  const draft = { ...context.draft, [event.field]: event.text }
  const now = readDraft(draft).errors
  const judged = layoutFields.flatMap((field) => {
    const sentence = field === event.field ? now[field] : context.errors[field]
    return context.errors[field] === undefined || sentence === undefined ? [] : [[field, sentence]]
  })
  return { draft, errors: Object.fromEntries(judged), sentence: null }
})

/** The form of the slot counts, which the start of dinner locks. */
export const layoutMachine = definition.createMachine({
  id: 'layout',
  context: ({ input: { facts } }) => ({ facts, draft: draftOf(facts), errors: {}, sentence: null, key: '' }),
  initial: 'entering',
  on: { update: { guard: 'locks', target: '.locked', actions: adopt } },
  states: {
    entering: { always: [{ guard: 'isOpen', target: 'clean' }, { target: 'locked' }] },
    locked: {
      on: {
        update: [
          { guard: 'locks', actions: adopt },
          { target: 'clean', actions: adopt },
        ],
      },
    },
    clean: {
      on: {
        update: [{ guard: 'locks', target: 'locked', actions: adopt }, { actions: adopt }],
        change: { target: 'editing', actions: type },
      },
    },
    editing: {
      // An update does not overwrite what the user types.
      on: {
        update: [{ guard: 'locks', target: 'locked', actions: adopt }, { actions: keepFacts }],
        change: { actions: type },
        discard: { target: 'clean', actions: adopt },
        save: [
          { guard: 'isUnchanged', target: 'clean', actions: adopt },
          {
            guard: 'isValid',
            target: 'saving',
            actions: assign({ key: ({ event }) => event.key, errors: {}, sentence: null }),
          },
          { actions: assign({ errors: ({ context }) => readDraft(context.draft).errors }) },
        ],
      },
    },
    saving: {
      on: {
        update: [{ guard: 'locks', target: 'locked', actions: adopt }, { actions: keepFacts }],
      },
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { draft, key } }) => ({ ...readDraft(draft).layout, key }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'clean',
            actions: assign(({ context }) => ({ facts: { ...context.facts, ...readDraft(context.draft).layout } })),
          },
          {
            target: 'editing',
            actions: assign({
              sentence: ({ event }) => (event.output.kind === 'refused' ? event.output.sentence : null),
            }),
          },
        ],
        onError: {
          target: 'editing',
          actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})
