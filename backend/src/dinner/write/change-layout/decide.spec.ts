import type { Layout } from '@ultimate/events/dinner/board/place.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { describe, it } from 'vitest'
import { DeciderSpecification } from '../../../platform/event-store/emmett.ts'
import { finishedAt, layout, minute, reset, started } from '../dinner.fixture.ts'
import { type ChangeLayout, changeLayoutDecider } from './decide.ts'

const given = DeciderSpecification.for(changeLayoutDecider)
const nothing: Layout = { warmingSlots: 0, buffetSlots: 0 }
const change = (warmingSlots: number, buffetSlots: number, occupied = nothing): ChangeLayout => ({
  type: 'ChangeLayout',
  data: { layout: { warmingSlots, buffetSlots }, occupied },
  metadata: { now: minute(30) },
})

describe('Changing the layout', () => {
  it('sets the number of places before dinner starts, also before the next one', () => {
    given([])
      .when(change(1, 50))
      .then([layout(1, 50)])
    given([started(), finishedAt(), reset()])
      .when(change(1, 50))
      .then([layout(1, 50)])
  })

  it('changes one number alone', () => {
    for (const command of [change(3, 9), change(8, 4)])
      given([layout(3, 4)])
        .when(command)
        .then([layout(command.data.layout.warmingSlots, command.data.layout.buffetSlots)])
  })

  it('appends nothing where nothing changes', () => {
    given([]).when(change(24, 16)).thenNothingHappened()
    given([layout(3, 4)])
      .when(change(3, 4))
      .thenNothingHappened()
  })

  it('is refused once dinner has started, and after it', () => {
    for (const events of [[started()], [started(), finishedAt()]])
      for (const command of [change(3, 4), change(24, 16)])
        given(events)
          .when(command)
          .thenThrows(DomainError, (it) => it.code === 'LAYOUT_LOCKED')
  })

  it('is refused where a place that holds a dish would vanish', () => {
    const occupied = { warmingSlots: 5, buffetSlots: 9 }
    given([])
      .when(change(5, 9, occupied))
      .then([layout(5, 9)])
    for (const command of [change(4, 9, occupied), change(5, 8, occupied)])
      given([])
        .when(command)
        .thenThrows(DomainError, (it) => it.code === 'LAYOUT_HIDES_DISH')
  })
})
