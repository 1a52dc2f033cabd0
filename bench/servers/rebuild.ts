import { connect } from '@ultimate/event-store/connect.ts'
import { rebuild } from '@ultimate/event-store/rebuild/rebuild.ts'
import type { Sql } from 'postgres'
import { type LogName, logs } from '../logs.ts'

/** What this process prints: events per second of its rebuild, and its largest memory. */
export interface Rebuilt {
  readonly rate: number
  readonly peakMb: number
}

const [name, url] = process.argv.slice(2) as [LogName, string]
const sql = connect(url) as Sql
const modules = [logs[name].module]
// The first rebuild makes the live tables, and warms up the process.
await rebuild({ sql, modules, apply: true })
const { events, seconds, differences } = await rebuild({ sql, modules, apply: true })
if (differences.length > 0) throw new Error('The rebuilt rows differ from the live ones')
await sql.end({ timeout: 5 })
const rebuilt: Rebuilt = { rate: events / seconds, peakMb: process.resourceUsage().maxRSS / 1024 }
process.stdout.write(JSON.stringify(rebuilt))
