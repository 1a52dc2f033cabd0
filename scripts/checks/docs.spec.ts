import { globSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const decisions = resolve(root, 'docs/decisions')
const readRecord = (file: string) => readFileSync(resolve(decisions, file), 'utf8')
const records = readdirSync(decisions).filter((file) => file !== 'README.md')

/** Files that explain or use a decision: code, tests, tool settings and pages, but neither records nor their index. */
const linking = globSync(['*.{ts,md}', '{backend,bench,docs,e2e,events,mfe-*,scripts,shell}/**/*.{css,md,ts,tsx}'], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|decisions)$/.test(path),
})
const referred = linking.flatMap((file) =>
  [...readFileSync(resolve(root, file), 'utf8').matchAll(/decisions\/(\d{4})(-[\w-]+\.md)?/g)].map(
    ([, number = '', rest = '']) => ({
      file,
      number,
      rest,
    }),
  ),
)

describe('the decision records', () => {
  it('have a title, dates, status, context, alternatives, decision and consequences in at most 80 lines', () => {
    const day = String.raw`\d{4}-\d{2}-\d{2}`
    const status = `${day} · (accepted|removed)( · changed ${day}(, ${day})*)?`
    const parts = ['Context', 'Alternatives', 'Decision', 'Consequences'].map((part) => `## ${part}\n\n.+?\n`)
    const form = new RegExp(`^# \\d{4} [^\n]+\n\n${status}\n\n${parts.join('\n')}$`, 's')
    const isInForm = (file: string) =>
      form.test(readRecord(file)) && readRecord(file).startsWith(`# ${file.slice(0, 4)} `)
    const isShort = (file: string) => readRecord(file).trimEnd().split('\n').length <= 80
    expect(records.filter((file) => !(isInForm(file) && isShort(file)))).toEqual([])
  })

  it('name each date of a change where the change is described', () => {
    const days = (text: string) => [...text.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day)
    const isDated = (file: string) => {
      const [head = '', body = ''] = readRecord(file).split('## Context')
      const [decided, ...changed] = days(head)
      const described = new Set(days(body).filter((day) => day !== decided))
      return described.size === changed.length && changed.every((day) => described.has(day))
    }
    expect(records.filter((file) => !isDated(file))).toEqual([])
  })

  it('are at most 40, numbered in reading order, without gaps', () => {
    const numbers = records.toSorted().map((file) => Number(file.slice(0, 4)))
    expect(numbers).toEqual(records.map((_, index) => index + 1))
    expect(numbers.length).toBeLessThanOrEqual(40)
  })

  it('are listed in the index with title and date, in their order', () => {
    const listed = [...readRecord('README.md').matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+) \| (\S+) \|$/gm)]
    const expected = records.toSorted().map((file) => {
      const [, title, date] = /^# \d{4} (.+)\n\n(\S+) · /.exec(readRecord(file)) ?? []
      return [file.slice(0, 4), file, title, date]
    })
    expect(listed.map(([, ...cells]) => cells)).toEqual(expected)
  })

  it('are linked from the code or a page that they explain', () => {
    const numbers = new Set(referred.map(({ number }) => number))
    expect(records.filter((file) => !numbers.has(file.slice(0, 4)))).toEqual([])
  })

  it('exist where the code or a page names them', () => {
    const broken = referred.filter(
      ({ number, rest }) => !records.some((file) => file.startsWith(number) && file.endsWith(rest)),
    )
    expect(broken).toEqual([])
  })
})
