import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'

/** One call in a stack: `openJar /parts/dinner/js/mfe.0123456789.js:1:200`, or `… mfe-dinner/src/jar.tsx:12:5`. */
export interface Frame {
  readonly name: string
  /** Path of a script, without its origin. */
  readonly file: string
  readonly line: number
  readonly column: number
}

const maxFrames = 15
const maxMessageLength = 300
/** A position in a script at the end of a line: `https://example.org/parts/dinner/js/mfe.js:1:200)`. */
const scriptPosition = /^https?:\/\/[^/]*(\/[\w./@-]{1,200}\.js):(\d{1,7}):(\d{1,7})\)?$/

/** Reads the calls of a stack. All other lines are dropped, because they may contain what a visitor typed. */
export function readFrames(stack: string): Frame[] {
  const frames = stack.split('\n').flatMap((text): Frame[] => {
    const start = text.indexOf('http')
    const [, file, line, column] = (start < 0 ? null : scriptPosition.exec(text.slice(start).trimEnd())) ?? []
    if (file === undefined) return []
    const name = text
      .slice(0, start)
      .replace(/^\s*at /, '')
      .replaceAll(/[^\w$.<>]/g, '')
      .slice(0, 80)
    return [{ name, file, line: Number(line), column: Number(column) }]
  })
  return frames.slice(0, maxFrames)
}

/** Removes what could be about a person: quoted text, addresses, links, long words and long numbers. */
export function withoutPersonalData(message: string): string {
  const words = message
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/"[^"]*"/g, '"…"')
    .split(/\s+/)
    .map((word) => (/@|:\/\/|\d{5}|(\d\D?\d\D?){4}/.test(word) || word.length > 60 ? '…' : word))
  return words.join(' ').trim().slice(0, maxMessageLength)
}

/**
 * Returns what finds the place of a call in the sources, if the folder has a source map of its script. Other calls stay
 * as they are.
 */
export function sourceMapsIn(folder: string | null) {
  const maps = new Map<string, Promise<SourceMap | null>>()
  const read = async (file: string): Promise<SourceMap | null> => {
    if (folder === null) return null
    // A build has one level of folders, such as `js/mfe.js`. What precedes it in the address does not matter.
    const path = file.split('/').slice(-2).join('/')
    if (path.split('/').includes('..')) return null
    const text = await readFile(join(folder, `${path}.map`), 'utf8').catch(() => null)
    try {
      return text === null ? null : new SourceMap(JSON.parse(text))
    } catch {
      return null
    }
  }
  return async ({ name, file, line, column }: Frame): Promise<Frame> => {
    const map = maps.get(file) ?? read(file)
    maps.set(file, map)
    const origin = (await map)?.findOrigin(line, column)
    if (!origin || !('fileName' in origin)) return { name, file, line, column }
    return {
      name: origin.name ?? name,
      file: origin.fileName.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, ''),
      line: origin.lineNumber,
      column: origin.columnNumber,
    }
  }
}

export const describeFrame = ({ name, file, line, column }: Frame): string =>
  `${name === '' ? '(anonymous)' : name} ${file}:${line}:${column}`
