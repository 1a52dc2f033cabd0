import { Readable } from 'node:stream'
import { type RebuildResult, rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import { staffApi, staffErrors } from '@ultimate/events/staff/api.ts'
import type { ReplayLine } from '@ultimate/events/staff/replay.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { recordReplay } from '../write/note-replay.ts'

export function replayAllRoute(platform: Platform): Route {
  let isRunning = false
  return route(staffApi.replayAll, async (_, { command }) => {
    if (isRunning) staffErrors.fail('REPLAY_RUNNING')
    isRunning = true
    const body = replayAll(platform, async (result) => {
      isRunning = false
      await recordReplay(platform.commands, { from: 'screen', result }, { ...command, now: platform.clock.now() })
    })
    // The declaration knows no type for a body that is not JSON.
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8', 'x-accel-buffering': 'no' }
    return { status: 200, body: body as unknown as undefined, headers }
  })
}

/** Often enough for a bar that moves, seldom enough for a phone. */
const linesPerReplay = 100

/**
 * Builds every read model anew beside those that are served, and compares them row by row. Line by line: how far it
 * is, then what came of it. `onEnd` is called with that when it has ended, also where the client has gone; null where it
 * failed. The last line waits for it, unless it fails.
 */
export function replayAll(
  { sql, modules }: Pick<Platform, 'sql' | 'modules'>,
  onEnd: (result: RebuildResult | null) => Promise<void>,
): Readable {
  const body = new Readable({ read: () => undefined })
  const send = (line: ReplayLine) => {
    if (!body.destroyed) body.push(`${JSON.stringify(line)}\n`)
  }
  let reported = 0
  rebuild({
    sql,
    modules: modules(),
    apply: false,
    onProgress: ({ events, total }) => {
      if (events < total && events - reported < total / linesPerReplay) return
      reported = events
      send({ kind: 'progress', events, total })
    },
  })
    .catch(() => null)
    .then(async (result) => {
      // A fact that could not be stored is no reason to keep the result back.
      await onEnd(result).catch(() => undefined)
      send(result ? buildLine(result) : { kind: 'failed' })
      if (!body.destroyed) body.push(null)
    })
  return body
}

const buildLine = ({ events, seconds, tables, differences }: RebuildResult): ReplayLine => ({
  kind: 'result',
  events,
  seconds,
  tables: [...tables],
  differences: differences.map((difference) => ({ ...difference })),
})
