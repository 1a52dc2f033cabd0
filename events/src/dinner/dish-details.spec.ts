import { describe, expect, it } from 'vitest'
import {
  type DishDetails,
  describeDetails,
  detailsToEvent,
  detailsToRequest,
  entryTypes,
  eventToDetails,
  isDetailsCorrection,
  noDetails,
  requestToDetails,
} from './dish-details.ts'
import { type SlotEvent, slotEvents } from './events.ts'

/** Has every detail, which the compiler asks for. */
const stated: DishDetails = { allergens: { listed: ['milk', 'soy'], other: 'rye' } }

describe('The details of a dish', () => {
  it('are the same after a request and in an event', () => {
    for (const details of [stated, noDetails]) {
      expect(requestToDetails(detailsToRequest(details))).toEqual(details)
      expect(eventToDetails(detailsToEvent(details))).toEqual(details)
    }
    expect([detailsToRequest(noDetails), detailsToEvent(noDetails)]).toEqual([{}, {}])
  })

  it.each(Object.keys(stated))('are in the words of the audit: %s', (detail) => {
    expect(describeDetails({ ...noDetails, [detail]: stated[detail as keyof DishDetails] })).not.toBe('')
  })

  it('change with every event that has some of them', () => {
    const fields = Object.keys(detailsToEvent(stated))
    const types = Object.entries(slotEvents).flatMap(([type, { data }]) =>
      fields.some((field) => field in data.shape) ? [type] : [],
    )
    const corrections = types.filter((type) => isDetailsCorrection({ type } as SlotEvent))
    expect(types.toSorted()).toEqual([...entryTypes, ...corrections].toSorted())
  })
})
