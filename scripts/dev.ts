import { parseArgs } from 'node:util'
import type { Developed } from './dev/one-part.ts'
import { watchTypes } from './dev/type-errors.ts'
import { stopWithParent } from './stop-with-parent.ts'
import { columnNamed } from './test/column.ts'

/**
 * `npm run dev`: the whole site on one address. With `--only dinner` one part of it, in front of the running site that
 * SITE_URL names.
 */
const port = Number(process.env.PORT ?? 3000)
const host = process.env.HOST ?? '127.0.0.1'
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values

const stopWatching: (() => void)[] = []
const addressShown = Promise.withResolvers<void>()

async function start(): Promise<Developed> {
  if (only === undefined) {
    stopWatching.push(
      ...['tsconfig.browser.json', 'backend'].map((project) => watchTypes(project, addressShown.promise)),
    )
    return (await import('./dev/whole-site.ts')).developSite(port, host)
  }
  const { name } = columnNamed(only)
  const site = process.env.SITE_URL
  if (!site) throw new Error(`SITE_URL is not set: it names the running site that the ${name} part is developed in.`)
  const { developPart } = await import('./dev/one-part.ts')
  stopWatching.push(watchTypes(`mfe-${name}`, addressShown.promise))
  return developPart({ name, folder: `mfe-${name}`, site, port, host })
}

const starting = start()
stopWithParent()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    for (const stop of stopWatching) stop()
    await (await starting).stop()
    process.exit(0)
  })
}

console.log(`Developing on ${(await starting).url}`)
addressShown.resolve()
