import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isCannotStart } from './errors.ts'
import { flushLogs } from './logging.ts'

/** The services that have been started so far. They are stopped in the opposite order. */
export interface Running {
  add(service: Service): void
}

interface Service {
  readonly name: string
  readonly stop: () => Promise<unknown>
  readonly withinMs: number
  /** True for what takes requests: it is stopped before the others, whenever it was started. */
  readonly endsFirst?: boolean
}

const signals = ['SIGTERM', 'SIGINT'] as const
/**
 * Ctrl-C arrives twice, from the terminal and from npm. Only a later signal means that the user wants to stop at once.
 */
const sameRequestMs = 1_000
/** If stopping takes this much longer than the services may take together, something hangs. */
const toSpareMs = 1_000

/**
 * Starts the services, waits for a signal, stops them in order and exits with 0. If the start fails, or an error is not
 * caught, it stops what was started and exits with 1.
 */
export async function run(start: (running: Running) => Promise<void>, logger: Logger): Promise<never> {
  const services: Service[] = []
  ignoreClosedOutput()
  const stopped = waitForSignal(logger)
  const failed = waitForUncaughtError(logger)
  const starting = start({ add: (service) => services.push(service) }).catch(reportFailure(logger))
  const started = await Promise.race([starting, failed])
  const outcome = started === 'failed' ? started : await Promise.race([stopped, failed])
  const inOrder = services.toReversed().sort((a, b) => Number(b.endsFirst ?? false) - Number(a.endsFirst ?? false))
  exitAfter(
    inOrder.reduce((sum, { withinMs }) => sum + withinMs, toSpareMs),
    logger,
  )
  await stopInOrder(inOrder, logger)
  await flushLogs(logger)
  process.exit(outcome === 'failed' ? 1 : 0)
}

/** Ignores that the reader of the output is gone (`| head`). */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Resolves at the first signal. A second signal ends the process at once. */
function waitForSignal(logger: Logger): Promise<'stopped'> {
  let first: number | null = null
  return new Promise((resolve) => {
    for (const signal of signals)
      process.on(signal, () => {
        const now = performance.now()
        if (first === null) {
          logger.info({ signal }, 'stopping')
          resolve('stopped')
        } else if (now - first > sameRequestMs) {
          logger.warn({ signal }, 'stopping at once')
          process.exit(1)
        }
        first ??= now
      })
    // A parent that opened a channel to us (a test, a watcher) and is gone cannot send a signal any more.
    process.on('disconnect', () => {
      logger.info('stopping, because the parent process is gone')
      resolve('stopped')
    })
  })
}

function waitForUncaughtError(logger: Logger): Promise<'failed'> {
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      logger.fatal({ err: error }, 'an error was not caught')
      resolve('failed')
    })
  })
}

function reportFailure(logger: Logger): (error: unknown) => 'failed' {
  return (error) => {
    if (isCannotStart(error)) process.stderr.write(`${error.message}\n`)
    else logger.fatal({ err: error }, 'the start failed')
    return 'failed'
  }
}

async function stopInOrder(services: readonly Service[], logger: Logger): Promise<void> {
  for (const { name, stop, withinMs } of services) {
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

function exitAfter(withinMs: number, logger: Logger): void {
  setTimeout(() => {
    logger.error({ withinMs }, 'stopping took too long')
    process.exit(1)
  }, withinMs).unref()
}
