import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { formatMessage, sseStream } from './sse.ts'

/** A connection that takes what is written only when the reader reads. */
function connection() {
  const written: string[] = []
  let take: (() => void) | null = null
  const response = new Writable({
    decodeStrings: false,
    write: (chunk, _, done) => {
      written.push(String(chunk))
      take = done
    },
  })
  const read = async () => {
    take?.()
    await new Promise(setImmediate)
  }
  return { response, read, written }
}

describe('A stream of server-sent events', () => {
  it('writes each message as the standard says', () => {
    expect(formatMessage({ id: 7, event: 'teams', data: { text: 'two\nlines' } })).toBe(
      'id: 7\nevent: teams\ndata: {"text":"two\\nlines"}\n\n',
    )
    expect(formatMessage({ event: 'teams', data: {} })).toBe('event: teams\ndata: {}\n\n')
  })

  it('sends nothing after its end', async () => {
    const { response, read, written } = connection()
    const { end, send, heartbeat, isIdle } = sseStream(response, () => undefined)
    end(1500)
    send('late')
    heartbeat()
    end(2)
    await read()
    expect(written).toEqual(['retry: 1500\n\n'])
    expect(isIdle()).toBe(false)
  })

  it('is idle again once the connection has taken all that was sent', async () => {
    let timesIdle = 0
    const { response, read } = connection()
    const { send, isIdle } = sseStream(response, () => void timesIdle++)
    send('one')
    send('two')
    expect(isIdle()).toBe(false)
    await read()
    expect([isIdle(), timesIdle]).toEqual([false, 0])
    await read()
    expect([isIdle(), timesIdle]).toEqual([true, 1])
  })

  it('drops a reader that reads nothing between two heartbeats, and no other', async () => {
    const { response, read, written } = connection()
    const { send, heartbeat } = sseStream(response, () => undefined)
    heartbeat()
    await read()
    send('one')
    heartbeat()
    await read()
    send('two')
    heartbeat()
    expect([written, response.destroyed]).toEqual([[': still here\n\n', 'one', 'two'], false])
    heartbeat()
    expect(response.destroyed).toBe(true)
  })
})
