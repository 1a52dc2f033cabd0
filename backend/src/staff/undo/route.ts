import { DomainError } from '@ultimate/events/language/domain-error.ts'
import { platformErrors } from '@ultimate/events/platform/api.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { undoErrors } from '@ultimate/events/staff/undo-api.ts'
import type { CommandContext } from '../../platform/event-store/commands.ts'
import { causeOfUndo } from '../../platform/event-store/recorded-event.ts'
import { type RequestContext, type Route, route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/module.ts'
import { signedIn } from '../authenticator.ts'
import { type Known, type Prepared, prepareUndo } from './preview.ts'

/** Shows what taking an event back changes, and takes it back for a user who has seen that. */
export function undoRoute(platform: Platform): Route {
  const prepare = async (position: number, context: RequestContext): Promise<Prepared> => {
    const user = signedIn(context)
    const prepared = await prepareUndo(platform, position, { now: context.command.now, by: user.id })
    const { actor } = prepared.event.metadata
    const isOwn = actor.kind === 'staff' && actor.id === user.id
    return user.role === 'TD' || isOwn ? prepared : platformErrors.fail('FORBIDDEN')
  }
  return route(
    staffApi.undo,
    async ({ params: { position }, query: { preview } }, context) => {
      const prepared = await prepare(position, context)
      const { version } = prepared
      if (preview !== 'true' && !context.repeats) await undo(platform, prepared, context)
      return { status: 200, body: prepared.preview, version }
    },
    {
      current: async ({ params: { position } }, context) => {
        const { preview, version } = await prepare(position, context)
        return { status: 200, body: preview, version }
      },
    },
  )
}

/** Each step names the version of its stream that was looked at, so that of two undos at once one is too late. */
async function undo({ commands }: Known, { event, preview, steps, version }: Prepared, context: RequestContext) {
  if (context.expectedVersion === undefined) undoErrors.fail('PREVIEW_REQUIRED')
  if (context.expectedVersion !== version) platformErrors.fail('STALE')
  if (!preview.can) throw new DomainError('CANNOT_UNDO', preview.why ?? undoErrors.registry.CANNOT_UNDO.message)
  const first: CommandContext = { ...context.command, causationId: causeOfUndo(event.metadata.position) }
  for (const [index, { stream, decider, command, writes = [], within, expectedVersion }] of steps.entries()) {
    // The request's key belongs to its first command.
    const as = index === 0 ? first : { ...first, idempotency: null }
    const work = async () => void (await commands.handle(decider, { stream, command, expectedVersion, writes }, as))
    await (within ? within(work) : work())
  }
}
