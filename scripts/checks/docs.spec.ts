import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const decisions = resolve(root, 'docs/decisions')
const readRecord = (file: string) => readFileSync(resolve(decisions, file), 'utf8')
const records = readdirSync(decisions).filter((file) => file !== 'README.md')

describe('the decision records', () => {
  it('have a title, date, status, context, decision and consequences in at most 30 lines', () => {
    const form = /^# \d{4} .+\n\n\d{4}-\d{2}-\d{2} · .+\n\n## Context\n.+\n\n## Decision\n.+\n\n## Consequences\n.+\n$/s
    const isInForm = (file: string) =>
      form.test(readRecord(file)) && readRecord(file).startsWith(`# ${file.slice(0, 4)} `)
    const isShort = (file: string) => readRecord(file).trimEnd().split('\n').length <= 30
    expect(records.filter((file) => !(isInForm(file) && isShort(file)))).toEqual([])
  })

  it('are listed in the index with title and date, once each', () => {
    const listed = [...readRecord('README.md').matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+) \| (\S+) \|$/gm)]
    const expected = records.map((file) => {
      const [, title, date] = /^# \d{4} (.+)\n\n(\S+) · /.exec(readRecord(file)) ?? []
      return [file.slice(0, 4), file, title, date]
    })
    expect(listed.map(([, ...cells]) => cells).toSorted()).toEqual(expected.toSorted())
  })

  it('link to records that exist', () => {
    const links = records.flatMap((file) =>
      [...readRecord(file).matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, to = '']) => to),
    )
    expect(links.filter((to) => !existsSync(resolve(decisions, to)))).toEqual([])
  })
})
