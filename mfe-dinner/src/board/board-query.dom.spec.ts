import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { exampleSignup } from '@ultimate/events/dinner/slots/slots.fixture.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { noticeUndoable } from '@ultimate/kit/undo/undoable.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { boardKey, type LoadedBoard, takeItem, takeSession } from './board-query.ts'

const ham = {
  ...exampleSignup({ id: 'ham', slot_name: 'Ham', checked_in: true, checked_at: '2025-11-22T23:00:00.000Z' }),
  management_zone: 'holding',
  management_position: null,
  moved_by: null,
  emptied_at: null,
  emptied_from: null,
  buffet_entered_at: null,
  buffet_total_duration: 0,
} satisfies BoardItem
const session = { started_at: null, finished_at: null, warming_slots: 24, buffet_slots: 16 }
const pie = { ...ham, id: 'pie', slot_name: 'Pie' }
const moved = { ...ham, management_zone: 'buffet', management_position: 3 } satisfies BoardItem

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData<LoadedBoard>(boardKey, {
    dinner: 1,
    session,
    items: [ham, pie],
    finished: [],
    leftovers: [],
  })
})
const known = () => queryClient.getQueryState<LoadedBoard>(boardKey)

describe('The answer to a move', () => {
  it('is on the board, and reads nothing when no read was under way', async () => {
    await takeItem(moved, 'move')
    expect(known()?.data?.items).toEqual([moved, pie])
    expect(known()?.isInvalidated).toBe(false)
  })

  it('brings a finished dish back to the board', async () => {
    await takeItem({ ...moved, management_position: null, emptied_at: '2025-11-23T00:20:00.000Z' }, 'done')
    expect(known()?.data).toMatchObject({ items: [pie], finished: [{ id: 'ham' }] })
    noticeUndoable('put back', '41')
    await takeItem(moved, 'put back')
    expect(known()?.data).toMatchObject({ items: [pie, moved], finished: [] })
  })

  it('that comes after others finished the dinner changes nothing, and reads the board again', async () => {
    const finished_at = '2025-11-23T02:00:00.000Z'
    const over = { ...session, started_at: '2025-11-23T00:00:00.000Z', finished_at }
    const board = { dinner: 1, session: over, items: [], finished: [], leftovers: [ham, pie] }
    queryClient.setQueryData<LoadedBoard>(boardKey, board)
    await takeItem(moved, 'move')
    expect(known()).toMatchObject({ data: board, isInvalidated: true })
  })

  it('that comes after others marked the dish as done changes nothing, and reads the board again', async () => {
    const done = { ...ham, emptied_at: '2025-11-23T00:20:00.000Z' }
    const board = { dinner: 1, session, items: [pie], finished: [done], leftovers: [] }
    queryClient.setQueryData<LoadedBoard>(boardKey, board)
    await takeItem(moved, 'move')
    expect(known()).toMatchObject({ data: board, isInvalidated: true })
  })

  it('discards an older answer about the whole board, and reads it again', async () => {
    const reading = queryClient.fetchQuery({
      queryKey: boardKey,
      queryFn: () => new Promise<LoadedBoard>(() => {}),
      staleTime: 0,
    })
    await takeItem(moved, 'move')
    await reading
    expect(known()?.data?.items).toEqual([moved, pie])
    expect(known()?.isInvalidated).toBe(true)
  })
})

describe('The answer to Start, Finish or a change of the slots', () => {
  it('shows other counts of slots at once', async () => {
    await takeSession({ ...session, warming_slots: 6 })
    expect(known()?.data?.session.warming_slots).toBe(6)
  })

  it('shows no phase without the lists that belong to it', async () => {
    await takeSession({ ...session, started_at: '2025-11-23T00:00:00.000Z', finished_at: '2025-11-23T02:00:00.000Z' })
    expect(known()).toMatchObject({ data: { session, items: [ham, pie], leftovers: [] }, isInvalidated: true })
  })
})
