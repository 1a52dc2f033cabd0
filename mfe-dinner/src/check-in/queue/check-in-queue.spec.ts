import { describe, expect, it } from 'vitest'
import { signupOf } from '../signup.fixture.ts'
import { createCheckInQueue } from './check-in-queue.ts'
import type { Attempt, Outcome } from './machine.ts'

const turkey = signupOf({ id: 'turkey' })
const pie = signupOf({ id: 'pie', checked_in: true, checked_at: '2025-11-22T23:00:00.000Z' })

function start() {
  const sent: Attempt[] = []
  const unseen: string[] = []
  let answer: (outcome: Outcome) => void = () => undefined
  let keys = 0
  const queue = createCheckInQueue({
    perform: (attempt) => {
      sent.push(attempt)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    newKey: () => `key-${++keys}`,
    now: () => new Date('2025-11-22T23:40:00.000Z'),
    onUnseenFailure: (sentence) => unseen.push(sentence),
  })
  return {
    queue,
    sent,
    unseen,
    answer: (outcome: Outcome) => {
      answer(outcome)
      return new Promise((done) => setImmediate(done))
    },
  }
}

describe('The check-in queue', () => {
  it('sends each press with a key and the moment of this device', () => {
    const { queue, sent } = start()
    queue.press(turkey, true)
    queue.press(pie, false)
    const at = '2025-11-22T23:40:00.000Z'
    expect(sent).toEqual([
      { signupId: 'turkey', key: 'key-1', checkedIn: true, at },
      { signupId: 'pie', key: 'key-2', checkedIn: false, at },
    ])
    expect(queue.state().lastId).toBe('turkey')
  })

  it('marks a row from the press to the answer', async () => {
    const { queue, answer } = start()
    queue.press(turkey, true)
    const mark = { checkedIn: true, isOnItsWay: true, at: '2025-11-22T23:40:00.000Z', sentence: null }
    expect(queue.state().marks.get('turkey')).toEqual(mark)
    await answer({ kind: 'done' })
    expect(queue.state().marks.size).toBe(0)
  })

  it('keeps a failed row marked until it is dismissed or the server settles it', async () => {
    const { queue, answer } = start()
    queue.subscribe(() => undefined)
    queue.press(turkey, true)
    await answer({ kind: 'unanswered', sentence: 'Gone.' })
    expect(queue.state().marks.get('turkey')).toMatchObject({ checkedIn: false, isOnItsWay: false, sentence: 'Gone.' })
    queue.update([turkey, pie])
    expect(queue.state().marks.size).toBe(1)
    queue.update([{ ...turkey, checked_in: true }, pie])
    expect(queue.state().marks.size).toBe(0)
    queue.press(pie, false)
    await answer({ kind: 'refused', sentence: 'In use.' })
    expect(queue.state().marks.get('pie')).toMatchObject({ checkedIn: true, sentence: 'In use.' })
    queue.dismiss()
    expect(queue.state()).toEqual({ marks: new Map(), lastId: null })
  })

  it('forgets a failed row whose sign-up is gone', async () => {
    const { queue, answer } = start()
    queue.press(turkey, true)
    await answer({ kind: 'refused', sentence: 'Gone.' })
    queue.update([pie])
    expect(queue.state().marks.size).toBe(0)
  })

  it('reports a failure elsewhere once no component subscribes', async () => {
    const { queue, answer, unseen } = start()
    const leave = queue.subscribe(() => undefined)
    queue.press(turkey, true)
    leave()
    await answer({ kind: 'unanswered', sentence: 'Gone.' })
    expect(unseen).toEqual(['Gone.'])
  })
})
