import { expect, it } from 'vitest'
import { startPolling } from './poll-loop.ts'

/** Notifications by hand. */
function notifications() {
  let count = 0
  let waiting = Promise.withResolvers<void>()
  return {
    add: () => {
      count++
      waiting.resolve()
      waiting = Promise.withResolvers()
    },
    count: () => count,
    next: async (seen: number, _atMostMs: number, signal: AbortSignal) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
      if (seen === count && !signal.aborted) await Promise.race([waiting.promise, aborted])
    },
  }
}

it('what is announced while a poller rests is polled once', async () => {
  const notifier = notifications()
  const polls: number[] = []
  const poller = startPolling(notifier, {
    poll: async () => {
      polls.push(notifier.count())
      return 'idle'
    },
    failed: () => {},
    fallbackPollMs: 60_000,
    restMs: 20,
  })
  for (let append = 1; append <= 50; append++) {
    notifier.add()
    // Long enough for a poll, and too short for any timer.
    for (let promise = 0; promise < 20; promise++) await null
  }
  await expect.poll(() => polls).toEqual([0, 50])
  await poller.stop()
})
