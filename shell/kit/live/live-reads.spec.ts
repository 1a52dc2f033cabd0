import { describe, expect, it, vi } from 'vitest'
import { ownReads } from './live-reads.ts'

const yes = () => true
const no = () => false
/** Resolves after everything that is due now, and what it leads to in the next task. */
const nextTask = async () => {
  for (let task = 0; task < 2; task++) await new Promise((done) => setTimeout(done))
}

describe('what a screen reads itself', () => {
  it('is not read again for a change that its answer knows', async () => {
    const reads = ownReads()
    const again = vi.fn<() => void>()
    await reads.read(async () => 'teams')
    reads.unlessKnown(yes, again)
    await nextTask()
    expect(again).not.toHaveBeenCalled()
    reads.unlessKnown(no, again)
    await nextTask()
    expect(again).toHaveBeenCalledOnce()
  })

  it('is compared by the signal of its newest read, once its answer is here', async () => {
    const reads = ownReads()
    const again = vi.fn<() => void>()
    const signals: AbortSignal[] = []
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const ask = () =>
      reads.read((signal) => {
        signals.push(signal)
        return answers[signals.length - 1]?.promise ?? Promise.reject(new Error('asked too often'))
      })
    const isKnownTo = vi.fn<(signal: AbortSignal) => boolean>((signal) => signal === signals[1])
    void ask()
    reads.unlessKnown(isKnownTo, again)
    await nextTask()
    expect(isKnownTo).not.toHaveBeenCalled()
    void ask()
    answers[0]?.resolve('old')
    await nextTask()
    expect(again).not.toHaveBeenCalled()
    answers[1]?.resolve('new')
    await nextTask()
    expect(isKnownTo.mock.calls).toEqual(signals.map((signal) => [signal]))
    expect(again).not.toHaveBeenCalled()
  })

  it.each([
    ['nothing was read', async () => undefined],
    [
      'the read failed',
      (reads: ReturnType<typeof ownReads>) => reads.read(() => Promise.reject(new Error('no connection'))),
    ],
    [
      'half of it came',
      (reads: ReturnType<typeof ownReads>) =>
        reads.read(
          async () => null,
          (answer) => answer !== null,
        ),
    ],
  ])('is read again where %s', async (_, before) => {
    const reads = ownReads()
    const again = vi.fn<() => void>()
    await Promise.resolve(before(reads)).catch(() => undefined)
    reads.unlessKnown(yes, again)
    await nextTask()
    expect(again).toHaveBeenCalledOnce()
  })

  it('is read again for everything that a shell tells without saying what is known', async () => {
    const reads = ownReads()
    const again = vi.fn<() => void>()
    await reads.read(async () => 'teams')
    reads.unlessKnown(undefined, again)
    expect(again).toHaveBeenCalledOnce()
  })
})
