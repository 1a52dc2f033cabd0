import { cleanup, render, screen } from '@testing-library/react'
import type { BoardItem, ReplayStep } from '@ultimate/events/dinner/board/board-api.ts'
import { buildShownBoard } from '@ultimate/events/dinner/board.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { venueTime } from '@ultimate/kit/event/venue-time.ts'
import { createRef, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { BoardViewContext } from '../board/board-actions.ts'
import { DishCard } from '../board/dishes/dish-card.tsx'
import { FinishedItems, LeftoverItems } from '../board/dishes/item-list.tsx'
import { type Player, PlayerControls } from '../board/replay/player.tsx'
import { buildTimeline } from '../board/replay/timeline.ts'
import { dishes } from '../check-in/kinds.ts'
import { CheckedInList, PendingList } from '../check-in/lists/lists.tsx'
import { People } from '../sign-up/slot-signups-dialog.tsx'

const late = { came_in_at: '2025-11-23T00:50:00.000Z' }
const checked_at = '2025-11-23T00:12:00.000Z'
const session = { started_at: null, finished_at: null, warming_slots: 2, buffet_slots: 2 }

function exampleItem(changes: Partial<BoardItem>): BoardItem {
  return {
    ...exampleSignup({ checked_in: true, checked_at }),
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

const exampleStep = (position: number): ReplayStep => ({
  position,
  at: late.came_in_at,
  by: 'Hank Helper',
  text: 'checked in Gravy',
  type: 'CheckedIn',
  signups: [],
  standings: [],
  gone: [],
  session: null,
})

const playerAt = (step: number, steps: readonly ReplayStep[]): Player => ({
  cursor: { step, offset: 0 },
  timeline: buildTimeline(steps, late.came_in_at),
  speed: 1,
  isPlaying: false,
  asOf: late.came_in_at,
  moment: late.came_in_at,
  position: { dinner: 1, at: null, as: 'known' },
  board: buildShownBoard([], { dinner: 1, startedAt: null, finishedAt: null, warmingSlots: 2, buffetSlots: 2 }),
  send: () => undefined,
})

const draw = (what: ReactNode) => render(<MemoryRouter>{what}</MemoryRouter>)
const notes = () => screen.getAllByText(/received/).map(({ parentElement }) => parentElement?.textContent.trim())
const cameInTime = venueTime(new Date(late.came_in_at))
const inWords = `received Nov 22, ${cameInTime}`
const marks = new Map()

afterEach(cleanup)

describe('What came in late', () => {
  it('is shown in both check-in lists, at its row', () => {
    const pending = [exampleSignup({ id: 'undone', ...late }), exampleSignup({ id: 'other' })]
    draw(
      <PendingList
        pending={pending}
        all={pending}
        search=""
        marks={marks}
        kind={dishes}
        onPress={async () => undefined}
      />,
    )
    expect(notes()).toEqual([inWords])
    cleanup()
    const checkedIn = ['late', 'other'].map((id) => ({
      signup: exampleSignup({ id, checked_in: true, checked_at, ...(id === 'late' && late) }),
      at: checked_at,
    }))
    draw(
      <CheckedInList
        rowsAbove={0}
        checkedIn={checkedIn}
        unsavedIds={new Set()}
        search=""
        marks={marks}
        onPress={async () => undefined}
      />,
    )
    expect(notes()).toEqual([inWords])
  })

  it.each<DishPlace>([{ zone: 'holding' }, { zone: 'warming', position: 1 }, { zone: 'buffet', position: 0 }])(
    'is shown on the card of the dish in $zone, in place of a line that is there anyway',
    (place) => {
      const lines = (item: BoardItem) => {
        const { container } = draw(
          <BoardViewContext value={{ session, actions: null }}>
            <DishCard item={item} place={place} isPickedUp={false} mover={undefined} status={undefined} />
          </BoardViewContext>,
        )
        return container.querySelectorAll('[class*="who"]').length
      }
      const before = lines(exampleItem({}))
      expect(before).toBeGreaterThan(0)
      cleanup()
      expect(lines(exampleItem(late))).toBe(before)
      expect(notes()).toEqual([inWords])
    },
  )

  it('is shown where staff see who signed up for a slot, also of an undo', () => {
    const signups = [
      exampleSignup({ id: 'late', checked_in: true, checked_at, ...late }),
      exampleSignup({ id: 'undone', ...late }),
      exampleSignup({ id: 'other', checked_in: true, checked_at }),
    ]
    draw(<People signups={signups} onCancel={() => undefined} onNewLink={() => undefined} />)
    const rows = screen
      .getAllByRole('listitem')
      .map((row) => /received .*PM( C[SD]T)?/.exec(row.textContent ?? '')?.[0])
    expect(rows).toEqual([inWords, inWords, undefined])
  })

  it('is shown in the replay, at the event itself, with both times', () => {
    const happened_at = checked_at
    const steps = [exampleStep(1), { ...exampleStep(2), late: { happened_at, ...late } }]
    const line = (step: number) => {
      const player = playerAt(step, steps)
      const { container } = draw(<PlayerControls player={player} steps={steps} slider={createRef()} />)
      const text = container.querySelector('[class*="late"]')?.textContent
      cleanup()
      return text
    }
    expect([line(0), line(1)]).toEqual(['', ` Happened ${venueTime(new Date(checked_at))}, received ${cameInTime}`])
  })

  it('is shown for finished dishes and leftovers', () => {
    const items = [exampleItem({ id: 'late', emptied_at: checked_at, ...late }), exampleItem({ id: 'other' })]
    draw(<FinishedItems items={items} session={session} />)
    expect(notes()).toEqual([inWords])
    cleanup()
    draw(<LeftoverItems items={items} session={session} />)
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain(inWords)
    expect(second?.textContent).not.toContain('received')
  })
})
