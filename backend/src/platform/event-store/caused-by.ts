import type { CommandContext } from './commands.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** What an automation does is the system's deed, caused by the event, at the time it is done. */
export function causedBy({ metadata }: RecordedEvent, name: string, now: Date): CommandContext {
  return {
    actor: { kind: 'system', id: name, name: null, role: null },
    correlationId: metadata.correlationId,
    causationId: `${metadata.stream}/${metadata.version}`,
    now,
    happenedAt: null,
    idempotency: null,
  }
}
