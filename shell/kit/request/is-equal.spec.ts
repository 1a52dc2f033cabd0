import { expect, it } from 'vitest'
import { isEqual } from './is-equal.ts'

const body = { name: 'Becky', allergens: { listed: ['milk', 'soy'], other: '' } }

it('the same content is equal, in any order of its fields, with what is undefined left out', () => {
  const again = { allergens: { other: '', listed: ['milk', 'soy'] }, name: 'Becky', form: undefined }
  expect([isEqual(body, again), isEqual(again, body), isEqual([body, null, 1], [again, null, 1])]).toEqual([
    true,
    true,
    true,
  ])
})

it.each([
  { name: 'Becky' },
  { ...body, slot: 'yams' },
  { ...body, allergens: { listed: ['soy', 'milk'], other: '' } },
  { ...body, allergens: { listed: ['milk'], other: '' } },
  { ...body, allergens: null },
  'Becky',
  null,
])('other content at any depth is not: %j', (other) =>
  expect([isEqual(body, other), isEqual(other, body)]).toEqual([false, false]),
)

it('a file equals only itself', () => {
  const [one, other] = [new File(['a'], 'logo.png'), new File(['b'], 'logo.png')]
  expect([isEqual({ file: one }, { file: one }), isEqual({ file: one }, { file: other })]).toEqual([true, false])
})
