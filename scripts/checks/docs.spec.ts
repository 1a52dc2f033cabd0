import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { dinnerApi } from '@ultimate/events/dinner/api.ts'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { releasesApi } from '@ultimate/events/releases/api.ts'
import { releasesEvents } from '@ultimate/events/releases/events.ts'
import { staffApi } from '@ultimate/events/staff/api.ts'
import { staffEvents } from '@ultimate/events/staff/events.ts'
import { tournamentApi } from '@ultimate/events/tournament/api.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const readme = read('README.md')

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '')

const camelOf = (action: string) => action.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const pascalOf = (action: string) => camelOf(`-${action}`)

/** Rows of the README's table of actions: module/action, events, read model, screen. */
const rows = [...readme.matchAll(/^\| `(\w+)\/([\w-]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, module = '', action = '', events = '', readModel = '', screen = '']) => ({
    module,
    action,
    events: quoted(events),
    readModels: quoted(readModel),
    screen,
    camel: camelOf(action),
    command: pascalOf(action),
  }),
)

/** Every command that a decider of the language or of the backend takes, as module and name, with the text of its file. */
const commands = globSync(['events/src/*/**/*.ts', 'backend/src/*/write/**/*.ts'], { cwd: root })
  .filter((file) => !/\.(spec|fixture)\.ts$/.test(file))
  .flatMap((file) => {
    const text = read(file)
    const [, module = ''] = /^\w+\/src\/(\w+)\//.exec(file) ?? []
    const names = [...text.matchAll(/^export type (\w+) = TimedCommand<\s*'\1'/gm)]
    return names.map(([, name = '']) => ({ module, name, text }))
  })

const endpoints = Object.keys({ ...tournamentApi, ...dinnerApi, ...staffApi, ...releasesApi })

describe("the README's table of actions", () => {
  it('lists every action and no other', () => {
    const actions = commands.map(({ module, name }) => `${module} ${name}`)
    expect(rows.map(({ module, command }) => `${module} ${command}`).toSorted()).toEqual(actions.toSorted())
  })

  it('lists every event and no other', () => {
    const known = [tournamentEvents, dinnerEvents, staffEvents, releasesEvents].flatMap((events) => Object.keys(events))
    expect([...new Set(rows.flatMap(({ events }) => events))].toSorted()).toEqual(known.toSorted())
  })

  it.each(rows)('names read models of $module that exist: $action', ({ module, readModels }) => {
    const missing = readModels.filter((name) => !existsSync(resolve(root, `backend/src/${module}/read/${name}`)))
    expect(missing).toEqual([])
  })

  it.each(rows)('names a screen of $action, or where it is, or why there is none', ({ action, screen }) => {
    const [path] = quoted(screen)
    if (path === undefined || screen.startsWith('in ')) {
      const host = /^in `([\w-]+)`$/.exec(screen)?.[1]
      if (host === undefined) expect(screen).toMatch(/^none: \w/)
      else expect(rows.find((row) => row.action === host)?.screen).toMatch(/^`/)
      return
    }
    expect(screen).toBe(`\`${path}\``)
    expect(path).toMatch(new RegExp(`^(shell|mfe-\\w+)/src/([\\w-]+/)?${action}$`))
    expect(existsSync(resolve(root, path)), `${path} is missing`).toBe(true)
  })
})

describe('an action has one name in every part', () => {
  it.each(rows)('$module/$action: its command and the function that decides', ({ module, camel, command }) => {
    const found = commands.find((other) => other.module === module && other.name === command)
    expect(found?.text).toMatch(new RegExp(`export (function|const) ${camel}\\b`))
  })

  // An action on two kinds of things has two: checkInDish, checkInServer.
  const namedAfter = (camel: string) => endpoints.filter((name) => name.startsWith(camel))
  const withEndpoint = rows.filter(({ camel }) => namedAfter(camel).length > 0)

  it.each(withEndpoint)('$module/$action: its route and its endpoint', ({ module, camel }) => {
    const routes = globSync(`backend/src/${module}/write/**/*route.ts`, { cwd: root }).map(read)
    for (const name of namedAfter(camel)) {
      const served = new RegExp(`\\b${name}Route\\b[^]*Api\\.${name}\\b`)
      expect(routes.filter((route) => served.test(route))).toHaveLength(1)
    }
  })
})

describe('the glossary', () => {
  it('fits on a screen: its table has at most 30 lines, the two of its head among them', () => {
    const [, glossary = ''] = /^## Glossary\n([\s\S]*?)\n## /m.exec(read('docs/architecture.md')) ?? []
    const lines = glossary.split('\n').filter((line) => line.startsWith('|'))
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.length).toBeLessThanOrEqual(30)
  })
})

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
