import { describe, expect, it } from 'vitest'
import { sseStream } from './sse.ts'

const nothing = { onClose: () => undefined, onRead: () => undefined }

describe('A stream of server-sent events', () => {
  it('writes each message as the standard says', () => {
    const { body, send, heartbeat, end } = sseStream(nothing)
    send({ id: 7, event: 'teams', data: { text: 'two\nlines' } })
    heartbeat()
    end(1500)
    expect(String(body.read())).toBe(
      'id: 7\nevent: teams\ndata: {"text":"two\\nlines"}\n\n: still here\n\nretry: 1500\n\n',
    )
  })

  it('says nothing after its end', () => {
    const { body, send, end } = sseStream(nothing)
    end(1)
    send({ event: 'teams', data: {} })
    end(2)
    expect(String(body.read())).toBe('retry: 1\n\n')
  })

  it('is full while more waits than a reader may leave unread, and says when it has read', async () => {
    const read = Promise.withResolvers<void>()
    const { body, send, isFull } = sseStream({ ...nothing, onRead: read.resolve })
    for (let count = 0; count < 100; count++) send({ event: 'teams', data: 'x'.repeat(1000) })
    expect(isFull()).toBe(true)
    body.resume()
    await read.promise
    expect([isFull(), body.destroyed]).toEqual([false, false])
  })

  it('drops a reader that reads nothing between two heartbeats', async () => {
    const closed = Promise.withResolvers<void>()
    const { body, send, heartbeat } = sseStream({ ...nothing, onClose: closed.resolve })
    for (let count = 0; count < 100; count++) send({ event: 'teams', data: 'x'.repeat(1000) })
    heartbeat()
    expect(body.destroyed).toBe(false)
    heartbeat()
    await closed.promise
    expect(body.destroyed).toBe(true)
  })
})
