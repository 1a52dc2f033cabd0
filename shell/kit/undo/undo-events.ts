import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import { ApiError, call, callForTag } from '@ultimate/kit/request/api.ts'
import { readEverything } from '@ultimate/kit/request/live.ts'
import { retryUntilAnswered } from '../request/answer.ts'

/** An event with what its undo does, as it was previewed. */
export interface PreviewedEvent {
  readonly position: number
  readonly preview: UndoPreview
  /** Names this preview; it changes with anything in the preview. */
  readonly tag: string
}

/**
 * Returns what undoing the actions of these events does, the newest event first. The server reports all events of an
 * action. So an undo from a toast and one from the audit do the same.
 */
export async function previewUndo(positions: readonly number[]): Promise<PreviewedEvent[]> {
  const requested = await Promise.all(positions.map(previewOne))
  // A backend of an older release takes back each event alone.
  const actionPositions = new Set(requested.flatMap(({ position, preview: { action = [position] } }) => action))
  const others = [...actionPositions].filter((position) => !positions.includes(position))
  const previewed = [
    ...requested.filter(({ position }) => actionPositions.has(position)),
    ...(await Promise.all(others.map(previewOne))),
  ]
  return previewed.sort((one, other) => other.position - one.position)
}

async function previewOne(position: number): Promise<PreviewedEvent> {
  const request = { params: { position }, query: { preview: 'true' } } as const
  const { body, tag } = await callForTag('POST /api/audit/{position}/undo', request)
  return { position, preview: body, tag }
}

/**
 * Undoes the previewed events, one after the other. An undo may change what the next one does, so the next one is
 * previewed again. If it would do more by then, it is not done.
 *
 * @throws ApiError STALE where an undo would do more than its preview
 */
export async function undoEvents(previewed: readonly PreviewedEvent[], key: string): Promise<void> {
  for (const [index, event] of previewed.entries()) {
    const { position, tag } = index === 0 ? event : requireNoMore(event, await previewOne(event.position))
    const options = { idempotencyKey: `${key}-${index}`, ifMatch: tag }
    await retryUntilAnswered(() => call('POST /api/audit/{position}/undo', { params: { position } }, options))
  }
  // Reads before the live stream reports it: what the user does next is based on it. A shell of an earlier release
  // waits for the stream.
  readEverything?.()
}

/**
 * Returns the current preview if it does no more than the agreed one. It may do less, because an earlier undo already
 * did some of it, such as ending the sign-ups of a slot.
 *
 * @throws ApiError STALE where it does anything more
 */
function requireNoMore({ preview: agreedPreview }: PreviewedEvent, current: PreviewedEvent): PreviewedEvent {
  const { preview } = current
  const changes = new Set(agreedPreview.changes.map((change) => JSON.stringify(change)))
  const isNoMore =
    preview.can === agreedPreview.can &&
    preview.undoable === agreedPreview.undoable &&
    preview.changes.every((change) => changes.has(JSON.stringify(change))) &&
    preview.also.every((sentence) => agreedPreview.also.includes(sentence))
  if (isNoMore) return current
  throw new ApiError(412, { code: 'STALE', message: 'Something changed in the meantime, and not all was undone.' })
}
