import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, inParallel, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { buildAction, countStored } from '../keyed-actions.ts'
import { type Answered, prepare, sendAsTd } from '../site-client.ts'

const clients = 8
/** The repetitions of each action: two at the same moment, one with another body, one when all is over. */
const repetitionsEach = 4

/** Requests repeated under their keys, on two backends: at the same moment, later, and with another body. */
export const repeats: Attack = { name: 'repeats', fullCount: 10_826, run }

async function run({ databaseUrl, count }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const secret = { DATABASE_URL: database.url, AUTH_SECRET: 'tZ4!nq8Vw2#kR6xYp9Lb3Hd7Jf5Gs1Mc' }
  const backends = [await startBackend(secret), await startBackend(secret)]
  try {
    const [one = '', other = ''] = backends.map(({ origin }) => origin)
    const send = await sendAsTd(one)
    const prepared = await prepare(send, one)
    const actions = Array.from({ length: Math.ceil(count / repetitionsEach) }, (_, n) => buildAction(n, prepared))
    const tally = { wrong: 0, serverErrors: 0, replayed: 0 }
    const note = (isRight: boolean, answers: readonly Answered[]) => {
      if (!isRight) tally.wrong++
      tally.serverErrors += answers.filter(({ status }) => status >= 500).length
      tally.replayed += answers.filter(({ isReplayed }) => isReplayed).length
    }
    const first = await inParallel(actions, clients, async (action) => {
      const answers = await Promise.all([one, other, one].map((origin) => send(origin, action.call, action.key)))
      note(areSame(answers), answers)
      const reused = await send(other, action.other, action.key)
      note(reused.status === 422 && reused.text.includes('IDEMPOTENCY_KEY_REUSED'), [reused])
      return answers[0]
    })
    await inParallel(actions, clients, async (action, index) => {
      const again = await send(other, action.call, action.key)
      note(again.isReplayed && areSame([again, first[index]]), [again])
    })
    const { wrong, serverErrors, replayed } = tally
    const stored = await countStored(database.sql, actions)
    return {
      ...nothingFound,
      ...stored,
      wrong,
      serverErrors,
      tried: actions.length * repetitionsEach,
      note: `${actions.length} actions, ${replayed} answered from memory`,
    }
  } finally {
    for (const backend of backends) await backend.remove()
    await database.drop()
  }
}

/** The same success for every repetition. */
const areSame = (answers: readonly (Answered | undefined)[]): boolean =>
  answers.every((answer) => answer && answer.status < 300 && answer.text === answers[0]?.text)
