import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findStructureProblem, readBody } from './json-body.ts'

describe('A body', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const arriving = () => {
    const stream = new PassThrough()
    const req = Object.assign(stream, { headers: { 'content-length': '10' } }) as unknown as IncomingMessage
    const outcome = readBody({ req, res: {} as ServerResponse }).catch((error: unknown) => error)
    return { stream, outcome }
  }

  it('is refused where it has not come whole in a minute, and the rest is thrown away', async () => {
    const { stream, outcome } = arriving()
    stream.write('{"a"')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toMatchObject({ code: 'TOO_SLOW' })
    expect(stream.isPaused()).toBe(false)
  })

  it('may take nearly as long', async () => {
    const { stream, outcome } = arriving()
    stream.write('{"a":')
    await vi.advanceTimersByTimeAsync(59_000)
    stream.end('"bcd"}')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(String(await outcome)).toBe('{"a":"bcd"}')
  })
})

const findProblem = (text: string) => findStructureProblem(Buffer.from(text))
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

describe('The shape of a JSON text', () => {
  it.each([
    ['sixteen lists within each other', lists(16)],
    ['as many objects', `${'{"a":'.repeat(16)}1${'}'.repeat(16)}`],
    ['five thousand values', `[${'0,'.repeat(4_999)}0]`],
    ['lists beside each other', `[${'[],'.repeat(100)}[]]`],
    ['brackets in a text', JSON.stringify({ name: `${'['.repeat(50)}"\\${'{'.repeat(50)}` })],
    ['commas in a text', JSON.stringify(','.repeat(10_000))],
    ['a text that never ends', '{"name": "[[[[[[[[[[[[[[[[[[[['],
    ['nothing', ''],
  ])('may be %s', (_, text) => expect(findProblem(text)).toBeNull())

  it.each([
    ['seventeen lists', lists(17)],
    ['as many objects', '{"a":'.repeat(17)],
    ['as many of both, behind a text with a quote in it', `["\\"",${'{"a":['.repeat(8)}`],
  ])('is too deep with %s within each other', (_, text) => expect(findProblem(text)).toBe('too deep'))

  it.each([
    ['entries', `[${'0,'.repeat(20_000)}0]`],
    ['members', `{${Array.from({ length: 20_001 }, (_, at) => `"k${at}":0`).join()}}`],
  ])('has too many %s from 20,001 on', (_, text) => expect(findProblem(text)).toBe('too many'))
})
