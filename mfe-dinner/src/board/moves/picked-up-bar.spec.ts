import type { BoardItem } from '@ultimate/events/dinner/board/board-api.ts'
import { describe, expect, it } from 'vitest'
import { type LoadedBoard, toBoardState } from '../board-query.ts'
import { describeNotice } from './picked-up-bar.tsx'

const gravy = {
  id: 'gravy',
  slot_name: 'Gravy',
  management_zone: 'holding',
  management_position: null,
  moved_by: 'Ana',
  emptied_at: null,
} as BoardItem
const done = { ...gravy, emptied_at: '2025-11-23T01:00:00.000Z', emptied_from: 2 }
const session = { started_at: '2025-11-23T00:00:00.000Z', finished_at: null, warming_slots: 24, buffet_slots: 16 }
const board = (lists: Partial<LoadedBoard>): LoadedBoard => ({
  dinner: 1,
  session,
  items: [],
  finished: [],
  leftovers: [],
  ...lists,
})
const text = (known: LoadedBoard, kind: 'stays' | 'elsewhere' | 'taken', sentence = '') =>
  describeNotice(known, toBoardState(known), { kind, dish: 'gravy', sentence })

describe('A move that failed', () => {
  it('says where the dish is, and why', () => {
    const onBuffet = { ...gravy, management_zone: 'buffet', management_position: 2 } as const
    const sentence = 'Another dish is in this slot.'
    expect(text(board({ items: [gravy] }), 'stays', sentence)).toBe(`Gravy is still in Holding. ${sentence}`)
    expect(text(board({ items: [onBuffet] }), 'stays', sentence)).toBe(`Gravy is still on Buffet 3. ${sentence}`)
    expect(text(board({ finished: [done] }), 'stays', sentence)).toBe(`Gravy is still done. ${sentence}`)
  })

  it('because another user was first says where the dish is now', () => {
    const sentence = 'Someone else has moved this dish in the meantime.'
    expect(text(board({ items: [gravy] }), 'elsewhere', sentence)).toBe(`${sentence} Gravy is in Holding now.`)
    expect(text(board({ finished: [done] }), 'elsewhere', sentence)).toBe(`${sentence} Gravy is done now.`)
  })
})

describe('A dish that was taken out of the hand', () => {
  const end = 'It is no longer in your hand.'
  const warming = { ...gravy, management_zone: 'warming', management_position: 4 } as const

  it.each([
    [board({ items: [warming] }), `Ana has moved Gravy: it is on Warming 5 now. ${end}`],
    [board({ items: [{ ...warming, moved_by: null }] }), `Someone has moved Gravy: it is on Warming 5 now. ${end}`],
    [board({ finished: [done] }), `Ana marked Gravy as done. ${end}`],
    [board({}), `This dish is no longer on the board. ${end}`],
    [board({ session: { ...session, finished_at: session.started_at } }), `Dinner is finished. ${end}`],
  ])('says what became of it', (known, expected) => expect(text(known, 'taken')).toBe(expected))
})
