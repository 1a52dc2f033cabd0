import { signupApi } from '@ultimate/events/dinner/slots/signup-api.ts'
import { csvHeaders } from '../../platform/http/answer/csv.ts'
import { type Route, route } from '../../platform/http/http-route.ts'
import type { Platform } from '../../platform/module.ts'
import { signupsCsv } from '../read/signup-csv.ts'
import { readContactSignups } from '../read/signups.view.ts'
import { type ExportSignups, exportSignupsDecider } from './export-signups.decider.ts'

/** The file goes out only after the log holds who took it. */
export function exportSignupsRoute({ commands, current }: Platform): Route {
  return route(signupApi.exportSignups, async ({ query: { category } }, { command: context }) => {
    const signups = await readContactSignups(current, category)
    const command: ExportSignups = {
      type: 'ExportSignups',
      data: { signups: signups.length },
      metadata: { now: context.now },
    }
    await commands.handle(exportSignupsDecider, { stream: 'disclosure-exports', command }, context)
    // The declaration knows no type for a body that is not JSON.
    const body = Buffer.from(signupsCsv(signups)) as unknown as undefined
    return { status: 200, body, headers: csvHeaders('sign-ups', context.now) }
  })
}
