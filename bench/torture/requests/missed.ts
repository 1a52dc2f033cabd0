import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase } from '@ultimate/event-store/fixtures/fresh-database.ts'
import { type Attack, type AttackOptions, type AttackResult, nothingFound } from '../attack.ts'
import { startBackend } from '../backend-process.ts'
import { addSlot, type Send, sendAsTd } from '../site-client.ts'

/**
 * Pages that missed up to 999 live messages and read slowly when they come back: each hears of all of them, or that
 * everything may have changed, and then of what happens next on the same stream.
 */
export const missed: Attack = { name: 'missed', fullCount: 30, run }

const amounts = [1, 400, 584, 585, 700, 999]
const withinMs = 60_000

async function run({ databaseUrl, count, seed }: AttackOptions): Promise<AttackResult> {
  const database = await freshDatabase(databaseUrl)
  const backend = await startBackend({ DATABASE_URL: database.url })
  let wrong = 0
  const failed = new Set<number>()
  try {
    const { origin } = backend
    const send = await sendAsTd(origin)
    const slotId = await addSlot(send, origin, { name: 'Pie' })
    for (let round = 0; round < count; round++) {
      const amount = amounts[(seed + round) % amounts.length] as number
      const after = await newest(origin)
      await change(send, origin, { slotId, times: amount, round })
      const hears = await hearAll(origin, after, amount, () =>
        change(send, origin, { slotId, times: 1, round: -1 - round }),
      )
      if (!hears) failed.add(amount)
      if (!hears) wrong += 1
    }
    return { ...nothingFound, tried: count, wrong, note: [...failed].join(', ') }
  } finally {
    await backend.remove()
    await database.drop()
  }
}

interface Changes {
  readonly slotId: string
  readonly times: number
  readonly round: number
}

async function change(send: Send, origin: string, { slotId, times, round }: Changes): Promise<void> {
  for (let time = 0; time < times; time++) {
    const body = { category: 'dishes', name: 'Pie', description: `${round} and ${time}`, max_signups: 5 }
    await send(origin, { method: 'PUT', path: `/api/dinner-slots/${slotId}`, body })
  }
}

async function newest(origin: string): Promise<number> {
  for await (const { event, data } of messages(origin, '')) if (event === 'ready') return data.position ?? 0
  return 0
}

/** Whether a reader that comes back hears of so many changes, or of `*`, and then of one more. */
async function hearAll(origin: string, after: number, amount: number, oneMore: () => Promise<void>): Promise<boolean> {
  let heard = 0
  // The message of a change may come before its answer.
  let more: Promise<void> | null = null
  let hears = false
  for await (const { event, data } of messages(origin, `&after=${after}`)) {
    if (event !== 'slots') continue
    hears = more !== null
    if (hears) break
    heard += 1
    if (heard >= amount || data.type === '*') more = oneMore()
  }
  await more
  return hears
}

interface Message {
  readonly event: string
  readonly data: { readonly position?: number; readonly type?: string }
}

/** Ends with the stream, or when it has taken too long. The reader takes its time over each piece. */
async function* messages(origin: string, more: string): AsyncGenerator<Message> {
  const signal = AbortSignal.timeout(withinMs)
  let rest = ''
  try {
    const answer = await fetch(`${origin}/api/live?topics=slots${more}`, { signal })
    for await (const chunk of answer.body ?? []) {
      const parts = (rest + Buffer.from(chunk).toString()).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1]
        if (event) yield { event, data: JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? '{}') }
      }
      await delay(20)
    }
  } catch {
    return
  }
}
