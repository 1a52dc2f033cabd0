import { describe, expect, it } from 'vitest'
import {
  describeFilter,
  isFiltering,
  localInput,
  parseMoment,
  readFilter,
  strangerLabel,
  toConditions,
  withField,
} from './audit-filter.ts'

/** The areas as the server lists them. */
const areas = [
  { name: 'dinner', label: 'Dinner', actions: [{ type: 'SlotAdded', label: 'Slot added' }] },
  { name: 'staff', label: 'Staff', actions: [{ type: 'UserAdded', label: 'User added' }] },
]
const read = (search: string) => readFilter(new URLSearchParams(search), areas)

describe('the filter of the audit', () => {
  it('is empty without anything in the address', () => {
    expect(isFiltering(read(''))).toBe(false)
    expect(toConditions(read(''))).toEqual({})
  })

  it('becomes the question that the server understands', () => {
    const filter = read('who=becky&module=staff&action=UserAdded&subject=user-1&from=2025-11-22T18:00Z')
    expect(toConditions(filter)).toEqual({
      actor: 'becky',
      module: 'staff',
      type: 'UserAdded',
      stream: 'user-1',
      from: '2025-11-22T18:00:00.000Z',
    })
  })

  it('reads a subject from addresses of older releases, and forgets it under either name', () => {
    expect(toConditions(read('thing=user-1&who=becky'))).toEqual({ stream: 'user-1', actor: 'becky' })
    const address = new URLSearchParams('thing=user-1&who=becky')
    expect(String(withField(address, 'who', '', areas))).toBe('subject=user-1')
    expect(String(withField(address, 'subject', '', areas))).toBe('who=becky')
    expect(String(withField(address, 'subject', 'user-2', areas))).toBe('who=becky&subject=user-2')
  })

  it('asks for those without a name by their kind', () => {
    expect(toConditions(read('who=visitors'))).toEqual({ kind: 'visitor' })
    expect(toConditions(read('who=site'))).toEqual({ kind: 'system' })
  })

  it('asks for words, and for none where there are only spaces', () => {
    expect(toConditions(read('search=+huck+finns+'))).toEqual({ search: 'huck finns' })
    expect(toConditions(read('search=++'))).toEqual({})
  })

  it('never holds an area and an action of another one: what is chosen last counts', () => {
    const params = new URLSearchParams('action=UserAdded')
    expect(String(withField(params, 'module', 'dinner', areas))).toBe('module=dinner')
    expect(String(withField(params, 'module', 'staff', areas))).toBe('action=UserAdded&module=staff')
    expect(String(withField(new URLSearchParams('module=dinner'), 'action', 'UserAdded', areas))).toBe(
      'action=UserAdded',
    )
    expect(toConditions(read('module=dinner&action=UserAdded'))).toEqual({ type: 'UserAdded' })
    expect(toConditions(read('module=dinner&action=Unknown'))).toEqual({ module: 'dinner', type: 'Unknown' })
  })

  it('takes no moment that is none', () => expect(toConditions(read('from=yesterday&to=x'))).toEqual({}))

  it('waits for the whole year', () => {
    expect(['0002-11-22T18:30', '0202-11-22T18:30', '275760-09-13T00:00Z'].map(parseMoment)).toEqual(['', '', ''])
    expect(toConditions(read('from=0002-11-22T18:00Z'))).toEqual({})
  })

  it('leaves nothing in the address of what is not asked for', () => {
    const params = withField(new URLSearchParams('who=becky&module=staff'), 'who', '', areas)
    expect(String(params)).toBe('module=staff')
    expect(String(withField(params, 'action', 'UserAdded', areas))).toBe('module=staff&action=UserAdded')
  })

  it('shows a moment in the time of the venue, and takes it back as it was', () => {
    const moment = '2025-11-22T18:30:00.000Z'
    expect(localInput(moment)).toBe('2025-11-22T12:30')
    // This also holds beside the hours that a change to or from daylight saving time skips or repeats.
    for (const each of [moment, '2025-03-09T07:59:00.000Z', '2025-03-09T08:00:00.000Z', '2025-11-02T08:00:00.000Z'])
      expect(parseMoment(localInput(each))).toBe(each)
    expect([localInput(''), parseMoment('')]).toEqual(['', ''])
  })
})

describe('the filter on paper', () => {
  it('names person, area, action, time and words', () => {
    const filter = read(
      'who=becky&module=dinner&action=SlotAdded&from=2025-11-23T00:00Z&to=2025-11-23T15:30Z&search=ham',
    )
    expect(describeFilter(filter, areas, 'Becky (admin)').replaceAll('\u202f', ' ')).toMatch(
      /^by Becky \(admin\), area Dinner, action Slot added, from Nov 22, 2025, 6:00 PM( CST)?, until Nov 23, 2025, 9:30 AM( CST)?, with “ham”$/,
    )
  })

  it('says nothing where everything is shown', () => expect(describeFilter(read(''), areas, '')).toBe(''))
})

describe('an actor who is in no list', () => {
  const visitor = 'eBqZ8pXvT2k4mN6sR0wYcA'
  const did = (id: string, name: string | null, data = {}) => ({ actor: { id, name }, data })

  it('is a visitor by the name that they gave', () => {
    const entries = [did('other', null, { person: { name: 'Tom' } }), did(visitor, null, { person: { name: 'Becky' } })]
    expect(strangerLabel(visitor, entries)).toBe('One visitor (Becky)')
    expect(strangerLabel(visitor, [])).toBe('One visitor')
    expect(strangerLabel(visitor, [did(visitor, null, { captain: { name: 'Huck', email: 'h@example.org' } })])).toBe(
      'One visitor (Huck)',
    )
  })

  it('has no name once they are forgotten', () => {
    const forgotten = { name: 'Forgotten', email: '' }
    const entries = [did(visitor, null, { captain: forgotten }), did(visitor, null, { person: forgotten })]
    expect(strangerLabel(visitor, entries)).toBe('One visitor')
  })

  it('is called as the entries call them, or as the address does', () => {
    expect(strangerLabel('demo', [did('demo', 'Demo data')])).toBe('Demo data')
    expect(strangerLabel('Demo data', [did('demo', 'Demo data')])).toBe('Demo data')
    expect(strangerLabel('when-slot-deleted', [])).toBe('when-slot-deleted')
  })
})
