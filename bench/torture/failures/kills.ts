import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { type BackendProcess, startBackend } from '../backend-process.ts'
import { type Action, buildAction, countStored } from '../keyed-actions.ts'
import { type Answered, type PreparedSite, prepare, type Send, sendAsTd } from '../site-client.ts'

const writers = 8
const retryMs = 100

/**
 * `kill -9` of the backend in the middle of keyed writes. What was not answered is sent again to the next backend, under
 * its key: every action has to be there once, and to get the same answer whenever it is repeated.
 */
export const kills: Attack = { name: 'kills', fullCount: 48, run }

async function run({ databaseUrl, count, seed }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'torture-kills-'))
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  let backend = await startBackend(settings)
  try {
    const send = await sendAsTd(backend.origin)
    const load = writeOn(send, await prepare(send, backend.origin), backend)
    for (let kill = 0; kill < count; kill++) {
      await load.accepted(3 + ((seed + kill * 7) % 40))
      await backend.end('SIGKILL')
      backend = await startBackend(settings)
      load.goOnWith(backend)
    }
    await load.accepted(writers)
    const done = await load.stop()
    const changed = await repeatAll(send, backend.origin, done)
    return {
      ...nothingFound,
      ...(await countStored(
        database.sql,
        done.map(({ action }) => action),
      )),
      tried: count,
      wrong: changed,
      serverErrors: load.serverErrors(),
      note: `${done.length} actions, ${load.sentAgain()} sent again`,
    }
  } finally {
    await backend.remove()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Done {
  readonly action: Action
  readonly answer: Answered
}

function writeOn(send: Send, prepared: PreparedSite, first: BackendProcess) {
  const done: Done[] = []
  let [next, sentAgain, serverErrors] = [0, 0, 0]
  let isOver = false
  let current = first
  let replaced = Promise.withResolvers<void>()
  let progress = { target: Number.POSITIVE_INFINITY, reached: () => {} }

  async function perform(action: Action): Promise<Answered> {
    for (;;) {
      const replacement = replaced.promise
      const answer = await send(current.origin, action.call, action.key).catch(() => null)
      if (answer && answer.status < 500) return answer
      if (answer && answer.status !== 503) serverErrors++
      sentAgain++
      // The next backend, or this one again: a busy database makes it answer 503 as well.
      await Promise.race([replacement, delay(retryMs)])
    }
  }
  const write = async () => {
    while (!isOver) {
      const action = buildAction(next++, prepared)
      done.push({ action, answer: await perform(action) })
      if (done.length >= progress.target) progress.reached()
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, write))
  return {
    serverErrors: () => serverErrors,
    sentAgain: () => sentAgain,
    /** Resolves after so many more. */
    accepted: (count: number) =>
      new Promise<void>((reached) => {
        progress = { target: done.length + count, reached }
      }),
    goOnWith: (backend: BackendProcess) => {
      current = backend
      replaced.resolve()
      replaced = Promise.withResolvers()
    },
    /** Resolves to what was answered, once nothing is under way. */
    stop: async () => {
      isOver = true
      await writing
      return done
    },
  }
}

/** How many of the answers are errors, or are others when the request is repeated. */
async function repeatAll(send: Send, origin: string, done: readonly Done[]): Promise<number> {
  let changed = 0
  for (const { action, answer } of done) {
    const again = await send(origin, action.call, action.key)
    if (answer.status >= 300 || again.status !== answer.status || again.text !== answer.text) changed++
  }
  return changed
}
