import { type EventMetadata, type RecordedEvent, toUndoCause, undoneBy } from '@ultimate/event-store/recorded-event.ts'
import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors, type UndoPreview, undoErrors } from '@ultimate/events/platform/api.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { logErrors } from '@ultimate/events/staff/log-api.ts'
import { type CommandRequest, commandRoute, withoutKey } from '../../platform/commands.ts'
import type { RequestContext, Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { sharedReads } from '../../platform/shared-reads.ts'
import { selectCauses } from '../../platform/undo.ts'
import { requireUser } from '../authenticator.ts'
import { isAsBefore, type UndoPlatform, type UndoRequest } from './dry-run.ts'
import { type PreparedUndo, prepareUndo } from './preview.ts'

/** Shows what an undo would change, and undoes the event for a user who has seen that. */
export function undoRoute(platform: Platform): Route {
  return commandRoute(
    platform,
    staffApi.undo,
    async ({ params: { position }, query: { preview } }, context) => {
      const prepared = await prepare(platform, position, context)
      const { version } = prepared
      // A repeated request was carried out already: it only gets an answer.
      if (preview !== 'true' && !context.repeats) await runUndo(prepared, context)
      return { status: 200, body: prepared.preview, version }
    },
    {
      answerIfStale: async ({ params: { position } }, context) => {
        const { preview, version } = await prepare(platform, position, context)
        return { status: 200, body: preview, version }
      },
    },
  )
}

/** An undo as the user sees it, with what it takes to run it. */
interface ShownUndo extends PreparedUndo {
  readonly event: RecordedEvent
  readonly preview: UndoPreview
}

async function prepare(platform: Platform, position: number, context: RequestContext): Promise<ShownUndo> {
  const user = requireUser(context)
  const [event] = await platform.log.read({ after: position - 1, before: position + 1, limit: 1 })
  if (!event) return logErrors.fail('EVENT_NOT_FOUND')
  const { actor } = event.metadata
  const isOwn = actor.kind === 'staff' && actor.id === user.id
  if (user.role !== 'TD' && !isOwn) platformErrors.fail('FORBIDDEN')
  const request = { now: context.commandContext.now, by: user.id, reads: sharedReads(platform.log) }
  const prepared = await prepareUndo(platform, event, request)
  return {
    ...prepared,
    event,
    preview: { ...prepared.preview, action: await readRequestPositions(platform, event, request) },
  }
}

/** The other events of a request lie close, so this many positions on each side are searched. */
const searchedOnEachSide = 250

/**
 * Returns the positions of the events that one request stored, because they are undone together. Leaves out those whose
 * changes are gone already, such as one of five removed teams that was restored. If none is left, the event stands alone.
 */
async function readRequestPositions(
  platform: UndoPlatform,
  event: RecordedEvent,
  request: UndoRequest,
): Promise<number[]> {
  const { log, modules } = platform
  const { position, correlationId, actor } = event.metadata
  // Events that the site itself appends at once, such as the demonstration, are no action of a person.
  if (actor.kind === 'system') return [position]
  const nearby = await Promise.all([
    log.read({ before: position, newestFirst: true, limit: searchedOnEachSide }),
    log.read({ after: position - 1, limit: searchedOnEachSide }),
  ])
  const stored = nearby.flat().filter(({ metadata }) => metadata.correlationId === correlationId && isDirect(metadata))
  const causes = selectCauses(stored, modules())
  const areAsBefore = await Promise.all(causes.map((cause) => isAsBefore(platform, cause, request)))
  const remaining = causes.filter((_, index) => !areAsBefore[index]).map(({ metadata }) => metadata.position)
  return remaining.length > 0 ? remaining.toSorted((one, other) => one - other) : [position]
}

/** Returns whether a request itself stored the event. Those of automations name an earlier event as their cause. */
const isDirect = (metadata: EventMetadata): boolean =>
  metadata.causationId === metadata.correlationId || undoneBy(metadata) !== null

/** Runs the steps that the user has seen. Each names the version of its stream in the preview, so that of two undos at once one fails. */
async function runUndo(
  { event, preview, steps, version }: ShownUndo,
  { send, expectedVersion: seenVersion }: CommandRequest,
) {
  if (seenVersion === undefined) undoErrors.fail('PREVIEW_REQUIRED')
  if (seenVersion !== version) platformErrors.fail('STALE')
  // Where an undo is impossible, the preview has the reason.
  if (!preview.can) throw new DomainError('CANNOT_UNDO', preview.why ?? undoErrors.registry.CANNOT_UNDO.message)
  const cause = { causationId: toUndoCause(event.metadata.position) }
  for (const [index, { stream, decider, command, writes = [], within, expectedVersion }] of steps.entries()) {
    // Only the first command can claim the key of the request.
    const context = index === 0 ? cause : { ...cause, ...withoutKey.context }
    const work = async () => void (await send(decider, stream, command, { context, expectedVersion, writes }))
    await (within ? within(work) : work())
  }
}
