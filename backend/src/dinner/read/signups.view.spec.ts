import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import type { SlotEvent } from '@ultimate/events/dinner/events.ts'
import {
  added,
  changed,
  deleted,
  dishSlot,
  removed,
  restoredTo,
  servingSlot,
  signedUp,
  walkedIn,
} from '@ultimate/events/dinner/slot.fixture.ts'
import { describe, expect, it } from 'vitest'
import { type SlotRow, signups, slots } from './signups.view.ts'

const id = '6f9619ff-8b86-4011-b42d-00c04fc96401'
const recorded = (event: SlotEvent, index: number): RecordedEvent<SlotEvent> =>
  ({
    ...event,
    metadata: {
      position: 0,
      stream: `slot-${id}`,
      version: index + 1,
      at: new Date('2025-10-01T12:00:00Z'),
      happenedAt: null,
      actor: { kind: 'visitor', id: null, name: null, role: null },
      correlationId: 'c',
      causationId: 'c',
      edition: '2025',
    },
  }) as RecordedEvent<SlotEvent>
const rowAfter = (...events: SlotEvent[]) => events.map(recorded).reduce<SlotRow | null>(slots.evolve, null)

describe('The row of a slot', () => {
  it('counts its sign-ups and its definitions', () => {
    expect(rowAfter(added(), signedUp('a'), signedUp('b'), removed('a'), changed(servingSlot))).toEqual({
      id,
      name: 'Carving',
      description: '',
      category: 'serving',
      team_requirement: 4,
      max_signups: 2,
      current_signups: 1,
      time_slot: '18:30',
      recipe_title: null,
      recipe_ingredients: null,
      recipe_instructions: null,
      edition: '2025',
      unlisted: false,
      revision: 2,
    })
  })

  it('is offered to no one where someone brought the dish unasked, until it is described anew', () => {
    const unlisted = added({ ...dishSlot, unlisted: true })
    expect(rowAfter(unlisted)).toMatchObject({ unlisted: true })
    expect(rowAfter(unlisted, changed(dishSlot))).toMatchObject({ unlisted: false })
  })

  it('counts who walked in, and who is back', () =>
    expect(rowAfter(added(), walkedIn('a'), restoredTo('b'))).toMatchObject({ current_signups: 2 }))

  it('is gone with the slot', () => {
    expect(rowAfter(added(dishSlot), signedUp('a'), deleted('a'))).toBeNull()
  })

  it('is not touched by an unknown fact', () => {
    const unknown = { type: 'SlotPainted', data: {} } as unknown as SlotEvent
    expect(rowAfter(added(dishSlot), unknown)).toEqual(rowAfter(added(dishSlot)))
  })

  it('has a column for every field, and no other', () => {
    expect(Object.keys(slots.columns).toSorted()).toEqual(Object.keys(rowAfter(added()) ?? {}).toSorted())
  })
})

describe('The row of a sign-up', () => {
  const listRows = (event: SlotEvent) => [signups.rowsOf(recorded(event, 0))].flat()

  it('is that of the sign-up that the fact names, or of all that went with the slot', () => {
    expect(listRows(signedUp('a'))).toEqual(['a'])
    expect(listRows(removed('a'))).toEqual(['a'])
    expect(listRows(deleted('a', 'b'))).toEqual(['a', 'b'])
    expect(listRows(changed(dishSlot))).toEqual([])
  })

  it('knows the address in one case of letters beside the one that was typed', () => {
    const row = signups.evolve(null, recorded(signedUp('a', 'Becky@Example.org'), 1))
    expect(row).toMatchObject({ id: 'a', slot_id: id, email: 'Becky@Example.org', email_key: 'becky@example.org' })
    expect(Object.keys(signups.columns)).toEqual(Object.keys(row ?? {}))
    expect(signups.evolve(row, recorded(changed(servingSlot), 2))).toBe(row)
    expect(signups.evolve(row, recorded(removed('a'), 2))).toBeNull()
  })
})
