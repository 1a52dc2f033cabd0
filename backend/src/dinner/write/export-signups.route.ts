import { exportSignupsDecider } from '@ultimate/events/dinner/disclosure.ts'
import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { csvHeaders } from '../../platform/http/answer/csv.ts'
import { commandRoute } from '../../platform/http/command-route.ts'
import type { Route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { signupsCsv } from '../read/signup-csv.ts'
import { readContactSignups } from '../read/signups.view.ts'

/** The file goes out only after the log names the user who took it. */
export function exportSignupsRoute(platform: Platform): Route {
  return commandRoute(platform, signupApi.exportSignups, async ({ query }, { command: { now }, send, current }) => {
    const signups = await readContactSignups(current, query.category)
    const data = { signups: signups.length }
    await send(exportSignupsDecider, 'disclosure-exports', { type: 'ExportSignups', data })
    // The declaration knows no type for a body that is not JSON.
    const body = Buffer.from(signupsCsv(signups)) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('sign-ups', now) }
  })
}
