import type { UndoPreview } from '@ultimate/events/platform/undo-api.ts'
import { ApiError, call, callForTag } from '@ultimate/kit/request/api.ts'
import { readEverything } from '@ultimate/kit/request/live.ts'
import { retryUntilAnswered } from '../request/answer.ts'

/** An event with what taking it back does, as it was looked at. */
export interface PreviewedEvent {
  readonly position: number
  readonly preview: UndoPreview
  /** Names this preview; another one as soon as anything of it is. */
  readonly tag: string
}

/**
 * Returns what taking back the actions of these events does, the newest event first. The server reports which events go
 * back together: the toast of an action and the audit do the same.
 */
export async function previewUndo(positions: readonly number[]): Promise<PreviewedEvent[]> {
  const named = await Promise.all(positions.map(lookAtOne))
  // A backend of an older release takes back each event alone.
  const wanted = new Set(named.flatMap(({ position, preview: { action = [position] } }) => action))
  const others = [...wanted].filter((position) => !positions.includes(position))
  const looked = [
    ...named.filter(({ position }) => wanted.has(position)),
    ...(await Promise.all(others.map(lookAtOne))),
  ]
  return looked.sort((one, other) => other.position - one.position)
}

async function lookAtOne(position: number): Promise<PreviewedEvent> {
  const request = { params: { position }, query: { preview: 'true' } } as const
  const { body, tag } = await callForTag('POST /api/audit/{position}/undo', request)
  return { position, preview: body, tag }
}

/**
 * Takes back what was looked at, one event after the other. An undo may change what the next one was looked at with, so
 * that is looked at again; where it does anything more by then, it is not done, and the error is STALE.
 */
export async function undoEvents(looked: readonly PreviewedEvent[], key: string): Promise<void> {
  for (const [index, one] of looked.entries()) {
    const { position, tag } = index === 0 ? one : agreed(one, await lookAtOne(one.position))
    const options = { idempotencyKey: `${key}-${index}`, ifMatch: tag }
    await retryUntilAnswered(() => call('POST /api/audit/{position}/undo', { params: { position } }, options))
  }
  // Reads before the live stream reports it: what the user does next is based on it. A shell of an earlier release
  // waits for the stream.
  readEverything?.()
}

/**
 * Returns the preview of now if it does no more than the one before, which is never exceeded. An earlier undo may have
 * done away with some of what this one was to do, such as with the sign-ups that were to go with a slot.
 *
 * @throws ApiError STALE where it does anything more
 */
function agreed({ preview: was }: PreviewedEvent, now: PreviewedEvent): PreviewedEvent {
  const { preview: is } = now
  const changes = new Set(was.changes.map((change) => JSON.stringify(change)))
  const isNoMore =
    is.can === was.can &&
    is.undoable === was.undoable &&
    is.changes.every((change) => changes.has(JSON.stringify(change))) &&
    is.also.every((sentence) => was.also.includes(sentence))
  if (isNoMore) return now
  throw new ApiError(412, { code: 'STALE', message: 'Something changed in the meantime, and not all was undone.' })
}
