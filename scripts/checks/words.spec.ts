import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = '{backend,bench,docs,e2e,events,mfe-*,scripts,shell}'
const files = globSync([`${folders}/**/*.{ts,tsx,css,md}`, '*.md'], { cwd: root }).filter(
  (file) => !/node_modules|\/dist\/|skew\/releases|words\.spec/.test(file),
)

/** Words that readers stopped at, with what stands in their place (docs/glossary.md). */
const replaced: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bmost[A-Z]\w*/, 'max…, for a limit'],
  [/\bsomebody\b/i, 'someone'],
  [/\bwaits? for the line\b/i, 'waits for the connection'],
  [/\bthe line (is|was) (back|gone|down)\b/i, 'the connection is back, or lost'],
  [/\bwithout a line\b/i, 'without a connection, offline'],
  [/\bmail is on its way\b/i, 'we have emailed'],
  [/\bmost likely you\b/i, 'you (or someone using this address)'],
  [/\btaken out meanwhile\b/i, 'removed in the meantime'],
]

const wordsIn = (text: string): string[] =>
  replaced.flatMap(([words, instead]) => {
    const found = words.exec(text)
    return found ? [`"${found[0]}": ${instead}`] : []
  })

describe('Words that were replaced', () => {
  it('do not come back in code, docs and screens', () => {
    const found = files.flatMap((file) =>
      wordsIn(readFileSync(join(root, file), 'utf8')).map((complaint) => `${file}: ${complaint}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['const mostSlots = 20', /max…/],
    ['<span>Waits for the line</span>', /connection/],
    ['A mail is on its way.', /emailed/],
  ])('are found in %s', (text, complaint) => expect(wordsIn(text).join()).toMatch(complaint))
})
