import { Readable } from 'node:stream'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { exportAuditDecider } from '@ultimate/events/staff/audit-notes.ts'
import { csvHeaders } from '../../platform/http/answer/csv.ts'
import { commandRoute } from '../../platform/http/command-route.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { type AuditConditions, allLines } from '../read/audit/audit.query.ts'
import { csvEnd, csvHead, csvLines } from '../read/audit/csv.ts'

/** Noted before the first line leaves the app. */
export function exportAuditRoute(platform: Platform): Route {
  return commandRoute(platform, staffApi.exportAudit, async ({ query }, context) => {
    await context.send(exportAuditDecider, 'audit', { type: 'ExportAudit', data: {} })
    // The declaration knows no type for a body that is not JSON.
    const body = Readable.from(lines(platform, query)) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('audit', context.command.now) }
  })
}

/** If it fails in the middle, the connection breaks: a file without its last line is not whole. */
async function* lines(platform: Platform, conditions: AuditConditions): AsyncGenerator<string> {
  yield csvHead
  let count = 0
  for await (const entries of allLines(platform, conditions)) {
    count += entries.length
    yield csvLines(entries)
  }
  yield csvEnd(count)
}
