import type { OwnSignup } from '@ultimate/events/dinner/slots/signup-api.ts'
import type { Slot } from '@ultimate/events/dinner/slots/slot-api.ts'
import { exampleOwnSignup, pie, slotOf } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { factsOf2025 } from '@ultimate/events/language/edition-facts.ts'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { type Visit, writeConfirmation } from './confirmation.ts'
import { type Correction, writeCorrection } from './correction.ts'

const link = 'https://ultimate.example/dinner/signup#link=abc'
const slot = (id: string, fields: Partial<Slot> & Pick<Slot, 'name'>): Slot => ({
  ...pie,
  id,
  description: '',
  recipe_title: null,
  ...fields,
})
const sauce = slot('sauce', {
  name: 'Cranberry sauce',
  description: 'For ten.\nNot too sweet.',
  recipe_title: 'Aunt Polly’s',
  recipe_ingredients: 'Cranberries\nSugar',
  recipe_instructions: 'Boil.',
})
const carving = slot('carving', { name: 'Carving', category: 'serving', time_slot: '18:30' })
const last = slot('last', { name: 'Dishes', category: 'serving', time_slot: '00:00' })

const signupFor = (id: string, of: Slot): OwnSignup => exampleOwnSignup({ id, ...slotOf(of) })
const visit: Visit = {
  added: [signupFor('1', sauce), signupFor('2', carving), signupFor('3', sauce)],
  earlier: [],
  slots: [sauce, carving],
  corrected: [],
  link,
  siteUrl: 'https://ultimate.example',
  now: new Date('2025-11-01T12:00:00Z'),
  facts: { year: 2025, ...factsOf2025 },
}
const ofOne: Visit = { ...visit, added: [signupFor('1', sauce)], slots: [sauce] }

describe('The mail about a visit', () => {
  it('lists what to bring and when, with description and recipe, and when to serve, by a clock of twelve hours', () => {
    const { subject, text } = writeConfirmation(visit)
    expect(subject).toBe('Saturday dinner: 3 sign-ups')
    expect(
      text,
    ).toContain(`(Saturday, November 22, 2025, 6:00 PM to 9:00 PM, Merrimack Soccer Complex, Huntsville, Alabama).

You bring, on Saturday between 5:00 PM and 5:45 PM:

  Cranberry sauce (2 times)

  For ten.
  Not too sweet.

  No allergens named.

  Recipe: Aunt Polly’s

  Ingredients
  Cranberries
  Sugar

  Instructions
  Boil.

You serve, on Saturday; please show up ten minutes early:

  Carving, 6:30 PM - 7:00 PM

The calendar file in this email has the times.
`)
    expect(text).toContain(link)
  })

  it('is called after its slot where there is one', () => {
    expect(writeConfirmation(ofOne).subject).toBe('Saturday dinner: Cranberry sauce')
    expect(writeConfirmation(ofOne).text).not.toContain('You serve')
  })

  it('names what the address was signed up for before', () => {
    const earlier = [signupFor('0', carving), signupFor('9', carving)]
    expect(writeConfirmation({ ...ofOne, earlier }).text).toContain(
      'This address was signed up before for:\n\n  - Carving, 6:30 PM - 7:00 PM\n\nThe calendar',
    )
  })

  it('describes what staff corrected', () => {
    const correction: Correction = { names: [['Beckie', 'Becky Thatcher']], reason: 'A typo' }
    expect(writeConfirmation({ ...ofOne, corrected: writeCorrection(correction) }).text).toContain(
      'on your sign-ups:\n\n  Before  Beckie\n  Now     Becky Thatcher\n\nThe reason: A typo\n\nThe calendar',
    )
    expect(writeCorrection({ names: [], reason: '' })).toEqual([])
    expect(writeCorrection({ names: [], reason: 'A typo' })).toEqual([
      'Our crew corrected the address.',
      'The reason: A typo',
    ])
  })

  it('repeats which allergens of the list are named, and none that are typed', () => {
    const named = (listed: OwnSignup['allergens']['listed'], other = ''): OwnSignup => ({
      ...signupFor('1', sauce),
      allergens: { listed, other },
    })
    const text = (...added: OwnSignup[]) => writeConfirmation({ ...ofOne, added }).text
    expect(text(named(['soy']), named(['milk', 'soy']))).toContain('  Allergens named: milk, soy\n')
    expect(text(named(['milk'], 'buy at evil.example'))).toContain(
      '  Allergens named: milk, what was added in own words\n',
    )
    expect(text(named([], 'buy at evil.example'))).not.toContain('evil')
  })

  it('repeats nothing that the visitor has typed', () => {
    const { subject, text, calendar } = writeConfirmation(visit)
    for (const typed of ['Becky', 'Thatcher', 'Huck Finns']) expect(subject + text + calendar).not.toContain(typed)
  })

  it('stays readable however much an address was signed up for', () => {
    const slots = Array.from({ length: 25 }, (_, index) => slot(`s${index}`, { name: `Dish ${index + 1}` }))
    const { text } = writeConfirmation({ ...visit, slots, added: slots.map((one) => signupFor(one.id, one)) })
    expect(text).toContain('  Dish 20\n\n  No allergens named.\n\nAnd 5 more, which your private link shows.')
  })
})

describe('The calendar file of a visit', () => {
  const calendar = ICAL.Component.fromString(
    writeConfirmation({ ...visit, added: [...visit.added, signupFor('4', last)] }).calendar ?? '',
  )
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))

  it('holds each sign-up at its time, under a name that a later file keeps', () => {
    expect(events.map(({ uid, summary, startDate, endDate }) => [uid, summary, `${startDate}`, `${endDate}`])).toEqual([
      [
        'signup-1@ultimate.example',
        'Bring Cranberry sauce to the dinner',
        '2025-11-22T23:00:00Z',
        '2025-11-22T23:45:00Z',
      ],
      ['signup-2@ultimate.example', 'Serve at the dinner: Carving', '2025-11-23T00:30:00Z', '2025-11-23T01:00:00Z'],
      [
        'signup-3@ultimate.example',
        'Bring Cranberry sauce to the dinner',
        '2025-11-22T23:00:00Z',
        '2025-11-22T23:45:00Z',
      ],
      ['signup-4@ultimate.example', 'Serve at the dinner: Dishes', '2025-11-23T06:00:00Z', '2025-11-23T06:30:00Z'],
    ])
  })

  it('has the place, and leads back to the page, without the private link: calendars are shared', () => {
    expect(events[1]?.location).toBe('Merrimack Soccer Complex, 3390 Bob Wallace Ave SW, Huntsville, AL 35805')
    const page = 'https://ultimate.example/dinner/signup'
    expect(events[0]?.description).toBe(`For ten.\nNot too sweet.\n\nYour sign-ups: ${page}`)
    expect(events[1]?.component.getFirstPropertyValue('url')).toBe(page)
    expect(`${calendar}`).not.toContain('#link')
  })
})
