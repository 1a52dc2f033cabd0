import { describe, expect, it } from 'vitest'
import { DeciderSpecification } from './emmett.ts'
import { build, put, shelf } from './fixtures/shelf.fixture.ts'

const given = DeciderSpecification.for(shelf)
const built = { type: 'ShelfBuilt', data: { name: 'Ada', owner: null, material: 'pine' } } as const
const bookPut = (book: string, pages = 100) => ({ type: 'BookPut', data: { book, pages } }) as const
const putTwo = DeciderSpecification.for({ ...shelf, decide: () => [bookPut('Emma'), bookPut('Persuasion')] })

describe('the then of a specification', () => {
  it('accepts the events that are decided', () => {
    given(built).when(put('Emma')).then(bookPut('Emma'))
    given([]).when(build('Ada')).then([built])
    putTwo([])
      .when(put('both'))
      .then([bookPut('Emma'), bookPut('Persuasion')])
  })

  it.each([
    ['another order', [bookPut('Persuasion'), bookPut('Emma')]],
    ['fewer events', [bookPut('Emma')]],
    ['more events', [bookPut('Emma'), bookPut('Persuasion'), bookPut('Emma')]],
    ['one event twice', [bookPut('Emma'), bookPut('Emma')]],
    ['other data', [bookPut('Emma'), bookPut('Persuasion', 101)]],
    ['less data', [bookPut('Emma'), { type: 'BookPut', data: { book: 'Persuasion' } } as never]],
  ])('fails for %s', (_, expected) => {
    expect(() => putTwo([]).when(put('both')).then(expected)).toThrow(/deep-equal/)
  })
})
