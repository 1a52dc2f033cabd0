import { parseArgs } from 'node:util'
import { stopWithParent } from '../scripts/stop-with-parent.ts'
import { measureBoard } from './board.ts'
import { measureCheckIn } from './check-in.ts'
import { measureHomeJavaScript } from './home-javascript.ts'
import { measureLive } from './live.ts'
import { saveFigures } from './page.ts'
import { measurePages } from './pages.ts'
import { measurePartPage } from './part-page.ts'
import { measurePeers } from './peers.ts'
import { measureReads } from './reads.ts'
import { measureRebuild } from './rebuild.ts'
import { measureRecord } from './record.ts'
import { measureRegistry } from './registry.ts'
import { measureCommands, measureCrowd } from './requests.ts'
import { measureScale } from './scale/measure.ts'
import { measureStart } from './start.ts'
import { printTable, type Row } from './table.ts'
import { installTools } from './tools.ts'
import { measureWeekend } from './weekend.ts'

/**
 * `npm run bench -- [--save] [name …]` runs all measurements, or the named ones. Both sides of a ratio alternate in a run.
 * `--save` stores the rows of each measurement in docs/performance.md as soon as it is done.
 */
const measurements: Record<string, () => Promise<Row[]>> = {
  commands: () => measureCommands(9),
  crowded: () => measureCrowd(9),
  reads: () => measureReads(5),
  peers: () => measurePeers(9),
  rebuild: () => measureRebuild(),
  record: () => measureRecord(),
  start: () => measureStart(5),
  javascript: () => measureHomeJavaScript(),
  pages: () => measurePages(5),
  parts: () => measurePartPage(5),
  registry: () => measureRegistry(5),
  board: () => measureBoard(12),
  'check-in': () => measureCheckIn(12),
  weekend: () => measureWeekend(),
  scale: () => measureScale(),
  live: () => measureLive(),
}

stopWithParent()
const { positionals: wanted, values } = parseArgs({ allowPositionals: true, options: { save: { type: 'boolean' } } })
const unknown = wanted.filter((name) => !(name in measurements))
if (unknown.length > 0) throw new Error(`No such measurement: ${unknown}. There are ${Object.keys(measurements)}.`)

installTools()
const rows: Row[] = []
for (const [name, measure] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`Measuring ${name}…`)
  const measured = await measure()
  if (values.save) await saveFigures(name, measured, Object.keys(measurements))
  rows.push(...measured)
}
printTable(rows)
