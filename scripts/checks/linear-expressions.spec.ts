import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{backend/src,events/src,shell/src,shell/kit,mfe-*/src}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.spec\.|\.fixture\.|\/test-|node_modules/.test(file),
)

interface Expression {
  readonly source: string
  readonly flags: string
}

/** Every regular expression that is written in a piece of code. */
function expressionsIn(code: string, tsx: boolean): Expression[] {
  const found: Expression[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
      found.push({ source: String(node.pattern), flags: String(node.flags) })
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseSync(code, { syntax: 'typescript', tsx }).body)
  return found
}

/** Lists the parts whose matching takes longer than in proportion to the text, by going back or by starting anew. */
const slowParts = (expression: Expression): string[] =>
  analyse(expression).reports.map(({ type, exponential }) => `${type}, ${exponential ? 'exponential' : 'polynomial'}`)

describe('A regular expression', () => {
  it('takes time in proportion to the text, wherever one is written', () => {
    const slow = files.flatMap((file) =>
      expressionsIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x')).flatMap((expression) =>
        slowParts(expression).map((part) => `${file} /${expression.source}/${expression.flags}: ${part}`),
      ),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(slow).toEqual([])
  })

  it('is written as a literal, so that it can be looked at here', () => {
    const made = files.filter((file) => /\bRegExp\(/.test(readFileSync(join(root, file), 'utf8')))
    expect(made).toEqual([])
  })

  it.each([
    ['an address with many dots', String.raw`const it = /^[^\s@]+@[^\s@]+\.[^\s@]+$/`],
    ['a group within a group', 'const it = /^(a+)+$/'],
    ['the end of many spaces', String.raw`const it = (text) => text.replace(/\s+$/, '')`],
  ])('that does not is found: %s', (_, code) => {
    expect(expressionsIn(code, false).flatMap(slowParts)).not.toEqual([])
  })
})
