import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeFrame, readFrames, sourceMapsIn, withoutPersonalData } from './stack-trace.ts'

const file = '/parts/dinner/js/mfe.0123456789.js'
const at = (text: string) => readFrames(text).map(describeFrame)

describe('the calls of a stack', () => {
  it('are read as Chromium writes them, without the message', () => {
    const stack = `Error: Becky Thatcher, becky@example.org
    at openJar (https://turkey.example.org${file}:1:200)
    at async https://turkey.example.org${file}:2:30
    at Array.map (<anonymous>)`
    expect(at(stack)).toEqual([`openJar ${file}:1:200`, `async ${file}:2:30`])
  })

  it('are read as Firefox and Safari write them', () => {
    expect(at(`openJar@https://turkey.example.org${file}:1:200\n@https://turkey.example.org${file}:2:30`)).toEqual([
      `openJar ${file}:1:200`,
      `(anonymous) ${file}:2:30`,
    ])
  })

  it.each([
    'at openJar (https://turkey.example.org/dinner/mine?token=secret:1:2)',
    `at openJar (javascript:${file}:1:2)`,
    `at openJar (https://turkey.example.org${file}:1:99999999)`,
    `at openJar (https://turkey.example.org${file}:1:2) becky@example.org`,
    'http'.repeat(2_000),
  ])('are nothing else: %s', (text) => expect(at(text)).toEqual([]))

  it('are at most fifteen, with short names and no markup', () => {
    const long = Array.from({ length: 40 }, () => `at <b>${'x'.repeat(300)} (https://e.org${file}:1:2)`).join('\n')
    const frames = readFrames(long)
    expect(frames).toHaveLength(15)
    expect(frames[0]?.name).toHaveLength(80)
  })
})

describe('a message', () => {
  it('keeps what the code says', () => {
    const message = "Cannot read properties of undefined (reading 'allergens')"
    expect(withoutPersonalData(message)).toBe(message)
  })

  it.each([
    ['Unexpected token \'B\', "Becky T"... is not valid JSON', 'Unexpected token \'B\', "…"... is not valid JSON'],
    ['No user becky@example.org', 'No user …'],
    ['Failed at https://turkey.example.org/dinner/mine?token=x now', 'Failed at … now'],
    ['Call 555-123-4567 or 5551234567', 'Call … or …'],
    [`Token ${'a'.repeat(61)}`, 'Token …'],
    ['line\u0000one\nline two', 'line one line two'],
  ])('loses what could be about a person: %s', (message, cleaned) => {
    expect(withoutPersonalData(message)).toBe(cleaned)
  })

  it('has at most 300 characters', () => expect(withoutPersonalData('ab '.repeat(500))).toHaveLength(300))
})

describe('source maps', () => {
  it('lead to the sources; a script without one stays as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maps-'))
    await mkdir(join(folder, 'js'))
    const map = { version: 3, sources: ['webpack://dinner/./src/jar.tsx'], names: ['openJar'], mappings: 'AAEIA' }
    await writeFile(join(folder, 'js/mfe.0123456789.js.map'), JSON.stringify(map))
    await writeFile(join(folder, 'js/broken.js.map'), 'no JSON')
    const locate = sourceMapsIn(folder)
    const frame = { name: 'a', file, line: 1, column: 1 }
    expect(describeFrame(await locate(frame))).toBe('openJar src/jar.tsx:3:5')
    for (const other of ['/parts/dinner/js/broken.js', '/parts/dinner/js/none.js', '/../../etc/passwd.js'])
      expect(await locate({ ...frame, file: other })).toEqual({ ...frame, file: other })
    expect(await sourceMapsIn(null)(frame)).toEqual(frame)
    await rm(folder, { recursive: true })
  })
})
