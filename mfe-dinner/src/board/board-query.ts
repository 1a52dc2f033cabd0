import type { BoardItem, SessionAnswer } from '@ultimate/events/dinner/board/board-api.ts'
import type { BoardDish, BoardState, ShownBoard } from '@ultimate/events/dinner/board.ts'
import { answerToSession, type Phase, phaseOf } from '@ultimate/events/dinner/session.ts'
import type { DishPlace, Stay } from '@ultimate/events/dinner/signup.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { type ApiError, call } from '@ultimate/kit/request/api.ts'
import { isPlaced, noting, showAnswer } from '@ultimate/kit/request/late-answers.ts'
import { type LiveKey, refresh, showAccepted, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { learnServerTime } from './server-clock.ts'

/** The server's last answer: the whole board at one moment. Each dish is in one of the lists. */
export interface LoadedBoard extends ShownBoard {
  /** The number of the dinner, for its replay. */
  readonly dinner: number
}

export const boardKey: LiveKey = ['board', 'now']

async function fetchBoard(signal: AbortSignal): Promise<LoadedBoard> {
  const requestedAt = Date.now()
  const { now, ...board } = await call('GET /api/dinner-management/board', {}, { signal })
  learnServerTime(now, requestedAt, Date.now())
  return board
}

/** Returns the board in the page's cache; undefined while there is none. */
export const knownBoard = (): LoadedBoard | undefined => queryClient.getQueryData<LoadedBoard>(boardKey)

/** The answer as the device stores it. `form` is the version of its shape. */
export const storedBoard: StoredAnswer = { key: boardKey, form: 1 }

/** The board, read again as it changes. `noting` lets `showAnswer` see whether the board already knows an answer. */
export const useBoard = () =>
  useLiveQuery({
    key: boardKey,
    read: noting(boardKey, (signal) => readAndStore(storedBoard, () => fetchBoard(signal))),
  })

/** Returns the phase of a dinner from the session in an answer. */
export const findPhase = (session: SessionAnswer): Phase => phaseOf(answerToSession(session))

export const toPlace = ({ management_zone: zone, management_position: position }: BoardItem): DishPlace =>
  zone === 'holding' || position === null ? { zone: 'holding' } : { zone, position }

/** A dish as the rules need it, with the server's answer about it. */
export interface BoardDishWithItem extends BoardDish {
  readonly item: BoardItem
}

/** The board as the rules of the server need it. */
export const toBoardState = ({
  dinner,
  session,
  items,
  finished,
  leftovers,
}: LoadedBoard): BoardState<BoardDishWithItem> => ({
  session: answerToSession(session, dinner),
  dishes: [...items, ...finished, ...leftovers].map((item) => buildDish(item, dinner)),
})

function buildDish(item: BoardItem, dinner: number): BoardDishWithItem {
  const { emptied_at: emptiedAt, emptied_from: position } = item
  const stays = rebuildStays(item)
  const place = toPlace(emptiedAt ? { ...item, management_position: position } : item)
  const state = { dinner, place, stays, emptiedAt, since: null }
  return { id: item.id, checkedInAt: item.checked_at ?? '', state, item }
}

/**
 * Returns the stay that goes on. Ended stays are left out, because the server's seconds include them. A dish that is
 * done gets a stay of no time, which the rules continue if the dish is put back.
 */
function rebuildStays({ buffet_entered_at: from, emptied_at: emptiedAt }: BoardItem): Stay[] {
  if (emptiedAt) return [{ from: emptiedAt, to: emptiedAt }]
  return from ? [{ from, to: null }] : []
}

/**
 * Puts the dish that the server answered on the board. `requestKey` is the idempotency key of the request. If the
 * answer may be older than the board, the board is read again instead.
 */
export async function takeItem(item: BoardItem, requestKey: string): Promise<void> {
  let isOutdated = false
  // Decided inside `change`, because only `change` gets the latest board.
  const change = (board: LoadedBoard) => {
    isOutdated = mayBeOutdated(board, item, isPlaced(requestKey))
    return isOutdated ? board : withItem(board, item)
  }
  await showAnswer(boardKey, change, requestKey)
  if (isOutdated) void readAgain()
}

/**
 * Returns true if an answer about a dish may be older than the board. In a finished dinner any answer may be, because
 * dishes change only with the whole board. Before, it may be if it takes a dish out of Done, unless `isNewer`.
 */
const mayBeOutdated = ({ session, finished }: LoadedBoard, { id, emptied_at }: BoardItem, isNewer: boolean): boolean =>
  findPhase(session) === 'completed' || (!isNewer && emptied_at === null && finished.some((done) => done.id === id))

function withItem(board: LoadedBoard, item: BoardItem): LoadedBoard {
  const items = board.items.filter(({ id }) => id !== item.id)
  const finished = board.finished.filter(({ id }) => id !== item.id)
  if (item.emptied_at !== null) return { ...board, items, finished: [...finished, item] }
  const isOnBoard = items.length < board.items.length
  if (!isOnBoard) return { ...board, finished, items: [...items, item] }
  return { ...board, finished, items: board.items.map((other) => (other.id === item.id ? item : other)) }
}

/**
 * Shows the session that the server answered. A new phase moves dishes to other lists, so session and dishes are
 * shown together, once the board is read again.
 */
export async function takeSession(session: SessionAnswer): Promise<void> {
  const isSamePhase = (board: LoadedBoard) => findPhase(board.session) === findPhase(session)
  await showAccepted<LoadedBoard>(boardKey, (board) => (isSamePhase(board) ? { ...board, session } : board))
  await readAgain()
}

export const readAgain = (): Promise<void> => refresh(boardKey)

/**
 * Returns true if the server rejected a command with a message for the user. An ended session (401) does not count,
 * because the shell shows it on all pages.
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

/** Logs a failure that the user need not see, because the machines show the board without the change again. */
export const logFailure = (what: string, error: unknown): void => console.warn(`${what} failed`, error)
