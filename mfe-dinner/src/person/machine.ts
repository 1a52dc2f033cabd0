import { assign, setup } from 'xstate'
import { emptyPerson, flawOf, isComplete, type Person, type PersonField } from './person.ts'

export type PersonErrors = Partial<Readonly<Record<PersonField, string>>>

export type PersonEvent =
  | { readonly type: 'change'; readonly changes: Partial<Person> }
  /** A field was left, which is when it is first validated. */
  | { readonly type: 'leave'; readonly field: PersonField }
  /** Which teams there are. A captain who was kept on this device may not be among them. */
  | { readonly type: 'teams'; readonly ids: readonly string[] }
  | { readonly type: 'forget' }

interface Context {
  readonly person: Person
  readonly errors: PersonErrors
}

/** The form of the person who signs up, with autosave. Storing is provided by the screen. */
export const personMachine = setup({
  types: { context: {} as Context, events: {} as PersonEvent, input: {} as { readonly person: Person } },
  actions: {
    change: assign(({ context, event }) => (event.type === 'change' ? changed(context, event.changes) : {})),
    judge: assign(({ context, event }) => (event.type === 'leave' ? judged(context, event.field) : {})),
    dropCaptain: assign(({ context }) => changed(context, { captainId: '' })),
    forget: assign({ person: emptyPerson, errors: {} }),
    keep: (_, _params: { readonly person: Person }) => undefined,
  },
  guards: {
    isComplete: ({ context }) => isComplete(context.person),
    isIncomplete: ({ context }) => !isComplete(context.person),
    lostCaptain: ({ context: { person } }, { ids }: { readonly ids: readonly string[] }) =>
      person.captainId !== '' && !ids.includes(person.captainId),
  },
  delays: { pause: 300 },
}).createMachine({
  id: 'person',
  type: 'parallel',
  context: ({ input }) => ({ person: input.person, errors: {} }),
  on: { leave: { actions: 'judge' } },
  states: {
    information: {
      initial: 'incomplete',
      states: {
        incomplete: { always: { guard: 'isComplete', target: 'complete' } },
        complete: { always: { guard: 'isIncomplete', target: 'incomplete' } },
      },
    },
    keeping: {
      initial: 'kept',
      on: {
        change: { target: '.pending', actions: 'change' },
        teams: {
          guard: { type: 'lostCaptain', params: ({ event }) => ({ ids: event.ids }) },
          target: '.pending',
          actions: 'dropCaptain',
        },
        forget: {
          target: '.kept',
          actions: ['forget', { type: 'keep', params: { person: emptyPerson } }],
        },
      },
      states: {
        kept: {},
        pending: {
          after: {
            pause: { target: 'kept', actions: { type: 'keep', params: ({ context }) => ({ person: context.person }) } },
          },
        },
      },
    },
  },
})

/** Validates a field with an error again as it changes; the others wait until they are left. */
function changed({ person, errors }: Context, changes: Partial<Person>): Context {
  const next = { ...person, ...changes }
  const still = Object.keys(errors).flatMap((name) => {
    const field = name as PersonField
    const flaw = flawOf(next, field)
    return flaw === undefined ? [] : [[field, flaw]]
  })
  return { person: next, errors: Object.fromEntries(still) }
}

function judged({ person, errors }: Context, field: PersonField): Pick<Context, 'errors'> {
  const { [field]: _, ...others } = errors
  const flaw = flawOf(person, field)
  return { errors: flaw === undefined ? others : { ...others, [field]: flaw } }
}
