import { Readable } from 'node:stream'
import type { CommandContext, CommandHandler } from '@ultimate/event-store/commands.ts'
import { type RebuildOptions, type RebuildResult, rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import type { ReplayLine } from '@ultimate/events/staff/log-api.ts'
import { type NoteReplay, noteReplayDecider } from '@ultimate/events/staff/log-notes.ts'
import { sendAs, withoutKey } from '../../platform/commands.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'

export function replayAllRoute(platform: Platform): Route {
  let isRunning = false
  return route(staffApi.replayAll, async (_, { commandContext }) => {
    if (isRunning) staffErrors.fail('REPLAY_RUNNING')
    isRunning = true
    const body = replayAll(platform, async (result) => {
      isRunning = false
      await recordReplay(
        platform.commands,
        { from: 'screen', result },
        { ...commandContext, now: platform.clock.now() },
      )
    })
    // The declaration knows no type for a body that is not JSON.
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' }
    return { status: 200, body: body as unknown as undefined, headers }
  })
}

export async function recordReplay(
  commands: CommandHandler,
  data: NoteReplay['data'],
  context: CommandContext,
): Promise<void> {
  // The request's key belongs to its answer, which was sent before.
  await sendAs(commands, context)(noteReplayDecider, 'replay', { type: 'NoteReplay', data }, withoutKey)
}

/** Enough lines of progress for a bar that moves, few enough for a phone. */
const linesPerReplay = 100

/**
 * Builds every read model anew beside those that are served, and compares them row by row. Streams lines with its
 * progress, and last its result. Before the last line it waits for `onEnd`, which gets the result, or null for a
 * failure, even if the client is gone.
 */
export function replayAll(
  { sql, modules }: Pick<Platform, 'sql' | 'modules'>,
  onEnd: (result: RebuildResult | null) => Promise<void>,
): Readable {
  const body = new Readable({ read: () => undefined })
  const send = (line: ReplayLine) => {
    if (!body.destroyed) body.push(`${JSON.stringify(line)}\n`)
  }
  const finish = async (result: RebuildResult | null) => {
    // The result is sent even if the event could not be stored.
    await onEnd(result).catch(() => undefined)
    send(result ? buildLine(result) : { kind: 'failed' })
    if (!body.destroyed) body.push(null)
  }
  rebuild({ sql, modules: modules(), apply: false, onProgress: reportProgress(send) })
    .catch(() => null)
    .then(finish)
  return body
}

function reportProgress(send: (line: ReplayLine) => void): NonNullable<RebuildOptions['onProgress']> {
  let reported = 0
  return ({ events, total }) => {
    if (events < total && events - reported < total / linesPerReplay) return
    reported = events
    send({ kind: 'progress', events, total })
  }
}

const buildLine = ({ events, seconds, tables, differences }: RebuildResult): ReplayLine => ({
  kind: 'result',
  events,
  seconds,
  tables: [...tables],
  differences: differences.map((difference) => ({ ...difference })),
})
