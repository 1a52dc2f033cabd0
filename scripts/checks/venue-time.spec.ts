import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = globSync('{shell,mfe-*}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/node_modules|dist\/|\.spec\.|\.fixture\./.test(file) && file !== 'shell/kit/event/venue-time.ts',
)

/** What shows a time as the clock of the device does; `Intl.DateTimeFormat` and its kin may name a zone of their own. */
const deviceTime =
  /\.toLocale(Date|Time)String\((?![^)]*timeZone)|\.toLocaleString\((?!'en-US'\))|Date\([^()]*\)\.toLocaleString|DateTimeFormat\((?![^)]*timeZone)|\.get(Hours|Minutes|TimezoneOffset)\(/

const violations = (file: string, code: string) =>
  code.split('\n').flatMap((line, index) => (deviceTime.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []))

describe('a time on a page', () => {
  it('is the venue’s, by `venue-time.ts`, and never the device’s', () => {
    const found = files.flatMap((file) => violations(file, readFileSync(resolve(root, file), 'utf8')))
    expect(found).toEqual([])
  })

  it.each([
    'new Date(at).toLocaleString()',
    "new Date(at).toLocaleString('en-US')",
    "when.toLocaleString([], { timeStyle: 'short' })",
    "at.toLocaleTimeString('en-US', { hour: 'numeric' })",
    "new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })",
    'at.getHours()',
  ])('is noticed where it is the device’s: %s', (code) => expect(violations('planted', code)).toHaveLength(1))

  it('is not taken for one where it is a number, or names its zone', () => {
    const others = ["count.toLocaleString('en-US')", "day.toLocaleDateString('en-US', { timeZone: 'UTC' })"]
    expect(others.flatMap((code) => violations('others', code))).toEqual([])
  })
})
