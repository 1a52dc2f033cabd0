import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isCannotStart } from './errors.ts'
import { flushLogs } from './logging.ts'

/** The parts that have been started so far, to be ended in the opposite order. */
export interface Running {
  add(part: Part): void
}

export interface Part {
  readonly name: string
  readonly stop: () => Promise<unknown>
  readonly withinMs: number
  /** True for what takes requests: it ends before the others, whenever it was started. */
  readonly endsFirst?: boolean
}

const signals = ['SIGTERM', 'SIGINT'] as const
/**
 * Ctrl-C arrives twice, from the terminal and from npm. Only a later signal means that the user wants to stop at once.
 */
const sameRequestMs = 1_000
/** If stopping takes this much longer than the parts may take together, something hangs. */
const toSpareMs = 1_000

/**
 * Starts, waits for a signal, ends every part in order and leaves the process with 0. A start that fails ends what
 * it had started and leaves with 1; so does an error that is not caught.
 */
export async function run(start: (running: Running) => Promise<void>, logger: Logger): Promise<never> {
  const parts: Part[] = []
  outliveReaders()
  const stopped = stopSignal(logger)
  const failed = uncaught(logger)
  const starting = start({ add: (part) => parts.push(part) }).catch(announceFailure(logger))
  const started = await Promise.race([starting, failed])
  const code = started === 'failed' ? 1 : await Promise.race([stopped, failed])
  const inOrder = parts.toReversed().sort((a, b) => Number(b.endsFirst ?? false) - Number(a.endsFirst ?? false))
  force(
    inOrder.reduce((sum, { withinMs }) => sum + withinMs, toSpareMs),
    logger,
  )
  await drain(inOrder, logger)
  await flushLogs(logger)
  process.exit(code === 0 ? 0 : 1)
}

/** Ignores that the reader of the output is gone (`| head`). */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Resolves to 0 at the first signal. A second one stops at once. */
function stopSignal(logger: Logger): Promise<0> {
  let first: number | null = null
  return new Promise((resolve) => {
    for (const signal of signals)
      process.on(signal, () => {
        const now = performance.now()
        if (first === null) {
          logger.info({ signal }, 'stopping')
          resolve(0)
        } else if (now - first > sameRequestMs) {
          logger.warn({ signal }, 'stopping at once')
          process.exit(1)
        }
        first ??= now
      })
    // A parent that opened a channel to us (a test, a watcher) and is gone cannot send a signal any more.
    process.on('disconnect', () => {
      logger.info('stopping, because the parent process is gone')
      resolve(0)
    })
  })
}

function uncaught(logger: Logger): Promise<'failed'> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      logger.fatal({ err: error }, 'an error was not caught')
      resolve('failed')
    })
  })
}

function announceFailure(logger: Logger): (error: unknown) => 'failed' {
  return (error) => {
    if (isCannotStart(error)) process.stderr.write(`${error.message}\n`)
    else logger.fatal({ err: error }, 'the start failed')
    return 'failed'
  }
}

async function drain(parts: readonly Part[], logger: Logger): Promise<void> {
  for (const { name, stop, withinMs } of parts) {
    const late = new AbortController()
    const outcome = await Promise.race([
      stop().then(
        () => 'stopped',
        (error: unknown) => logger.warn({ err: error, part: name }, 'a part did not stop well'),
      ),
      wait(withinMs, 'late', { signal: late.signal }).catch(() => 'stopped'),
    ])
    late.abort()
    if (outcome === 'late') logger.warn({ part: name, withinMs }, 'a part did not stop in time')
  }
}

function force(withinMs: number, logger: Logger): void {
  setTimeout(() => {
    logger.error({ withinMs }, 'stopping took too long')
    process.exit(1)
  }, withinMs).unref()
}
