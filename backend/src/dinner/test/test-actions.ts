import fc from 'fast-check'

/** Something that a person tries to do. Sign-ups and slots are named by their number among those that there are. */
export type Action = { readonly by: number; readonly backend: number } & (
  | { readonly do: 'sign-up'; readonly slot: number; readonly person: number }
  | { readonly do: 'remove'; readonly signup: number }
  | { readonly do: 'check-in'; readonly signup: number; readonly checkedIn: boolean }
  | {
      readonly do: 'move'
      readonly signup: number
      readonly zone: 'holding' | 'warming' | 'buffet'
      readonly position: number
    }
  | { readonly do: 'empty'; readonly signup: number; readonly emptied: boolean }
  | { readonly do: 'start' | 'finish' | 'resume' | 'reset' }
  | { readonly do: 'layout'; readonly warming: number; readonly buffet: number }
  | { readonly do: 'resize'; readonly slot: number; readonly max: number }
  | { readonly do: 'delete-slot'; readonly slot: number }
)

const number = (max: number) => fc.nat({ max })
const signup = number(19)
const slot = number(4)

/** The weights are as in a kitchen: most of all, dishes are moved. */
const what = fc.oneof(
  { weight: 14, arbitrary: fc.record({ do: fc.constant('sign-up' as const), slot, person: number(4) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), signup }) },
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('check-in' as const),
      signup,
      checkedIn: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    }),
  },
  {
    weight: 32,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      signup,
      zone: fc.constantFrom('holding' as const, 'warming' as const, 'buffet' as const, 'buffet' as const),
      position: number(3),
    }),
  },
  { weight: 16, arbitrary: fc.record({ do: fc.constant('empty' as const), signup, emptied: fc.boolean() }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom('start' as const, 'start' as const, 'finish' as const, 'resume' as const, 'reset' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('layout' as const),
      warming: fc.integer({ min: 1, max: 4 }),
      buffet: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('resize' as const), slot, max: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete-slot' as const), slot }) },
)

/** An action of one of several people, on one of two backends. */
export const action: fc.Arbitrary<Action> = fc
  .tuple(what, number(2), number(1))
  .map(([action, by, backend]) => ({ ...action, by, backend }) as Action)
