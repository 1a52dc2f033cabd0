import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The result of a first start in its DATA_DIR: the first TD alone, or the demonstration as well. */
export type FirstStart = 'first-td' | 'demo'

export const tdPassword = 'wishbone and gravy'

/** The settings of the global server of the integration tests: without the syncs that only a power cut would miss. */
const serverSettings = `
fsync = off
synchronous_commit = off
full_page_writes = off
scram_iterations = 1
`

/**
 * Fills `to` with what a first start leaves behind. It is prepared once below `templates`, because initdb, the
 * migration and the demonstration cost a multiple of a copy; several processes may ask for it at once.
 */
export async function copyFirstStart(templates: string, start: FirstStart, to: string): Promise<void> {
  const template = await prepareFirstStart(templates, start)
  await mkdir(to, { recursive: true })
  // Keeps the owners of the files, since PostgreSQL runs as another user where this process is root's.
  if (process.platform === 'win32') await cp(template, to, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${template}/.`, to])
}

/** The folder to copy. `settings` are environment variables of the start that fills it. */
export async function prepareFirstStart(
  templates: string,
  start: FirstStart,
  settings: Record<string, string> = {},
): Promise<string> {
  const template = join(templates, start)
  if (await exists(template)) return template
  await mkdir(templates, { recursive: true })
  const draft = await mkdtemp(`${template}-`)
  await startOnce(draft, start, settings)
  await appendFile(join(draft, 'postgres', 'postgresql.conf'), serverSettings)
  // Renamed last, so that a folder of this name is whole.
  await rename(draft, template).catch(async (error: unknown) => {
    if (!(await exists(template))) throw error
    await rm(draft, { recursive: true })
  })
  return template
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function startOnce(dataDir: string, start: FirstStart, settings: Record<string, string>): Promise<void> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: '0',
      TD_PASSWORD: tdPassword,
      ...(start === 'demo' && { SEED: 'demo' }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes(' is ready: ')) child.kill('SIGTERM')
    })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The first start ended with ${code}:\n${printed}`)
}
