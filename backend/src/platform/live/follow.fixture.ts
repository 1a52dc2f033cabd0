import type { TestApi } from '../http/api.fixture.ts'

export interface Message {
  readonly event: string
  readonly id: string | undefined
  readonly data: Record<string, unknown>
}

/** Reads a live stream message by message, as the shell does: with fetch. */
export async function follow(api: TestApi, path: string, init: Parameters<TestApi['fetch']>[1] = {}) {
  const leaving = new AbortController()
  const response = await api.fetch(path, { ...init, signal: leaving.signal })
  const chunks = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  const block = async (): Promise<string | null> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await chunks.next()
      if (done) return null
      text += value
    }
    const [first = ''] = text.split('\n\n', 1)
    text = text.slice(first.length + 2)
    return first
  }
  const next = async (): Promise<Message | null> => {
    for (;;) {
      const lines = await block()
      if (lines === null) return null
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(lines)?.[1]
      const event = field('event')
      if (event) return { event, id: field('id'), data: JSON.parse(field('data') ?? '{}') }
    }
  }
  return { response, block, next, leave: () => leaving.abort() }
}
