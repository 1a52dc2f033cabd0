import type { CommandContext } from '../../platform/event-store/commands.ts'
import { visitorIdOf } from '../../platform/http/request/caller.ts'
import type { RequestContext } from '../../platform/http/route.ts'

/** As long as browsers keep a cookie at most; longer than from one sign-up to the dinner. */
const lifetimeSeconds = 400 * 24 * 60 * 60

/** The phone or computer of a visitor, who has no account. */
export interface Device {
  readonly visitorId: string
  /** The command's context, which names this device also where it had no cookie yet. */
  readonly command: CommandContext
}

/** Gives a device that has no `visitor` cookie one with the answer. */
export function rememberedDevice(context: RequestContext): Device {
  const { visitorId, command } = context
  if (visitorId !== null) return { visitorId, command }
  const cookie = context.newId()
  context.setCookie('visitor', cookie, { maxAgeSeconds: lifetimeSeconds })
  const id = visitorIdOf(cookie)
  const actor = command.actor.kind === 'visitor' ? { ...command.actor, id } : command.actor
  return { visitorId: id, command: { ...command, actor } }
}
