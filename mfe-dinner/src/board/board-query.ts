import type { BoardItem, Session } from '@ultimate/events/dinner/board/board-api.ts'
import type { BoardState, BoardDish as RuledDish, ShownBoard } from '@ultimate/events/dinner/board.ts'
import { type Phase, phaseOf as phaseOfSession, sessionFrom } from '@ultimate/events/dinner/session.ts'
import type { DishPlace } from '@ultimate/events/dinner/signup.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { type ApiError, call } from '@ultimate/kit/request/api.ts'
import { isPlaced, noting, showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { type LiveKey, refresh, showAccepted, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { learnServerTime } from './server-clock.ts'

/** The whole board of one moment, as the server last answered: every dish is in one of its lists. */
export interface LoadedBoard extends ShownBoard {
  /** The number of the dinner, for its replay. */
  readonly dinner: number
}

export const boardKey: LiveKey = ['board', 'now']

async function fetchBoard(signal: AbortSignal): Promise<LoadedBoard> {
  const asked = Date.now()
  const { now, ...board } = await call('GET /api/dinner-management/board', {}, { signal })
  learnServerTime(now, asked, Date.now())
  return board
}

/** Returns the board in the page's cache; undefined while there is none. */
export const knownBoard = (): LoadedBoard | undefined => queryClient.getQueryData<LoadedBoard>(boardKey)

/** The board, as it stays on the device. */
export const storedBoard: StoredAnswer = { key: boardKey, form: 1 }

export const useBoard = () =>
  useLiveQuery({
    key: boardKey,
    read: noting(boardKey, (signal) => readAndStore(storedBoard, () => fetchBoard(signal))),
  })

export const phaseOf = (session: Session): Phase => phaseOfSession(sessionFrom(session))

export const toPlace = ({ management_zone: zone, management_position: position }: BoardItem): DishPlace =>
  zone === 'holding' || position === null ? { zone: 'holding' } : { zone, position }

/** A dish as the rules need it, with what the server answered of it. */
export interface BoardDish extends RuledDish {
  readonly item: BoardItem
}

/** The board as the rules of the server need it. */
export const toBoardState = ({ dinner, session, items, finished, leftovers }: LoadedBoard): BoardState<BoardDish> => ({
  session: sessionFrom(session, dinner),
  dishes: [...items, ...finished, ...leftovers].map((item) => buildDish(item, dinner)),
})

/** Lists only the stay on the buffet that goes on, or that Done has just ended: earlier ones are counted already. */
function buildDish(item: BoardItem, dinner: number): BoardDish {
  const { buffet_entered_at: from, emptied_at: emptiedAt, emptied_from: position } = item
  const stays = emptiedAt ? [{ from: emptiedAt, to: emptiedAt }] : from ? [{ from, to: null }] : []
  const place = toPlace(emptiedAt ? { ...item, management_position: position } : item)
  const state = { dinner, place, stays, emptiedAt, since: null }
  return { id: item.id, checkedInAt: item.checked_at ?? '', state, item }
}

/**
 * Puts the server's answer to the request with this key, about one dish, on the board. If its place in the log is
 * unknown and it contradicts the board's lists, it may be older than they are: the board is read again.
 */
export async function takeItem(item: BoardItem, key: string): Promise<void> {
  let isDoubtful = false
  const change = (board: LoadedBoard) => {
    isDoubtful = contradicts(board, item, isPlaced(key))
    return isDoubtful ? board : withItem(board, item)
  }
  await showAnswer(boardKey, change, key)
  if (isDoubtful) void readAgain()
}

/**
 * Nothing changes on a finished board but by a resumed dinner, which changes all of it. A dish comes back from Done
 * only by a change that is known to be newer.
 */
const contradicts = ({ session, finished }: LoadedBoard, { id, emptied_at }: BoardItem, isNewer: boolean): boolean =>
  phaseOf(session) === 'completed' || (!isNewer && emptied_at === null && finished.some((done) => done.id === id))

function withItem(board: LoadedBoard, item: BoardItem): LoadedBoard {
  const items = board.items.filter(({ id }) => id !== item.id)
  const finished = board.finished.filter(({ id }) => id !== item.id)
  if (item.emptied_at !== null) return { ...board, items, finished: [...finished, item] }
  const isOnBoard = items.length < board.items.length
  if (!isOnBoard) return { ...board, finished, items: [...items, item] }
  return { ...board, finished, items: board.items.map((other) => (other.id === item.id ? item : other)) }
}

/**
 * Takes the server's answer about the session. Where the phase changes, dishes change their lists with it, so that all
 * of it is shown together, once the board is read again.
 */
export async function takeSession(session: Session): Promise<void> {
  const isSamePhase = (board: LoadedBoard) => phaseOf(board.session) === phaseOf(session)
  await showAccepted<LoadedBoard>(boardKey, (board) => (isSamePhase(board) ? { ...board, session } : board))
  await readAgain()
}

export const readAgain = (): Promise<void> => refresh(boardKey)

/**
 * Returns true if the server declined, with a message for the user; a session that has ended is handled for all pages.
 */
export const isRejection = (error: unknown): error is ApiError => isDomainError(error) && error.status !== 401

/**
 * Reads the board again, and returns the sentence of a rejection. Throws all other errors, for the machine's `onError`.
 */
export async function handleError(error: unknown): Promise<{ kind: 'refused'; sentence: string }> {
  void readAgain()
  if (isRejection(error)) return { kind: 'refused', sentence: error.message }
  throw error
}

/** The specification wants these failures in the log only; what was shown is taken back by the machines. */
export const logFailure = (what: string, error: unknown): void => console.warn(`${what} failed`, error)
