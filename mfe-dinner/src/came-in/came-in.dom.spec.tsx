import { cleanup, render, screen, within } from '@testing-library/react'
import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import type { Place } from '@ultimate/events/dinner/board/place.ts'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { BoardViewProvider } from '../board/board-view.ts'
import { DishCard } from '../board/dishes/dish-card.tsx'
import { FinishedItems, LeftoverItems } from '../board/dishes/item-list.tsx'
import { dishes } from '../check-in/kinds.ts'
import { CheckedInList, PendingList } from '../check-in/lists/lists.tsx'
import { signupOf } from '../check-in/signup.fixture.ts'

const late = { came_in_at: new Date(2025, 10, 22, 18, 50).toISOString() }
const checked_at = new Date(2025, 10, 22, 18, 12).toISOString()
const session = { started_at: null, finished_at: null, warming_slots: 2, buffet_slots: 2 }

function itemOf(changes: Partial<BoardItem>): BoardItem {
  return {
    ...signupOf({ checked_in: true, checked_at }),
    management_zone: 'holding',
    management_position: null,
    buffet_entered_at: null,
    buffet_total_duration: 0,
    emptied_at: null,
    emptied_from: null,
    moved_by: null,
    ...changes,
  }
}

const draw = (what: ReactNode) => render(<MemoryRouter>{what}</MemoryRouter>)
const told = () => screen.getAllByText(/came in/).map(({ textContent }) => textContent?.trim())
const inWords = 'came in Nov 22, 6:50 PM'
const marks = new Map()

afterEach(cleanup)

describe('What came in late', () => {
  it('is told in both check-in lists, at its row', () => {
    const pending = [signupOf({ id: 'undone', ...late }), signupOf({ id: 'other' })]
    draw(
      <PendingList pending={pending} all={pending} search="" marks={marks} kind={dishes} onPress={() => undefined} />,
    )
    expect(told()).toEqual([inWords])
    cleanup()
    const arrivals = ['late', 'other'].map((id) => ({
      signup: signupOf({ id, checked_in: true, checked_at, ...(id === 'late' && late) }),
      at: checked_at,
    }))
    draw(
      <CheckedInList
        above={0}
        arrivals={arrivals}
        arriving={new Set()}
        search=""
        marks={marks}
        onPress={() => undefined}
      />,
    )
    expect(told()).toEqual([inWords])
  })

  it.each<Place>([{ zone: 'holding' }, { zone: 'warming', position: 1 }, { zone: 'buffet', position: 0 }])(
    'is told on the card of the dish in $zone, in place of a line that is there anyway',
    (place) => {
      const lines = (item: BoardItem) => {
        const { container } = draw(
          <BoardViewProvider value={{ session, actions: null }}>
            <DishCard item={item} place={place} isHeld={false} mover={undefined} step={undefined} />
          </BoardViewProvider>,
        )
        return container.querySelectorAll('[class*="who"]').length
      }
      const before = lines(itemOf({}))
      expect(before).toBeGreaterThan(0)
      cleanup()
      expect(lines(itemOf(late))).toBe(before)
      expect(told()).toEqual([inWords])
    },
  )

  it('is told of finished dishes and leftovers', () => {
    const items = [itemOf({ id: 'late', emptied_at: checked_at, ...late }), itemOf({ id: 'other' })]
    draw(<FinishedItems items={items} session={session} />)
    expect(told()).toEqual([inWords])
    cleanup()
    draw(<LeftoverItems items={items} session={session} />)
    const [first, second] = screen.getAllByRole('listitem')
    expect(
      first &&
        within(first)
          .getByText(/came in/)
          .textContent?.trim(),
    ).toBe(inWords)
    expect(second?.textContent).not.toContain('came in')
  })
})
