import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { dinnerEvents } from '@ultimate/events/dinner/events.ts'
import { staffEvents } from '@ultimate/events/staff/events.ts'
import { tournamentEvents } from '@ultimate/events/tournament/events.ts'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const readme = readFileSync(resolve(root, 'README.md'), 'utf8')

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '')

/** Rows of the README's table of actions: module/command, events, read model, screen. */
const rows = [...readme.matchAll(/^\| (`\w+\/[\w-]+`) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, command = '', events = '', readModel = '', screen = '']) => ({
    command: quoted(command).join(),
    events: quoted(events),
    readModels: quoted(readModel),
    screens: quoted(screen),
  }),
)

describe("the README's table of actions", () => {
  it('lists every command of the backend and no other', () => {
    const commands = globSync('backend/src/*/write/*/decide.ts', { cwd: root }).map((file) => {
      const [, , module, , action] = file.split('/')
      return `${module}/${action}`
    })
    expect(rows.map(({ command }) => command).toSorted()).toEqual(commands.toSorted())
  })

  it('lists every event and no other', () => {
    const known = [tournamentEvents, dinnerEvents, staffEvents].flatMap((events) => Object.keys(events))
    expect([...new Set(rows.flatMap(({ events }) => events))].toSorted()).toEqual(known.toSorted())
  })

  it('names read models and screens that exist', () => {
    for (const { command, readModels, screens } of rows) {
      const [module] = command.split('/')
      for (const name of readModels) expect(existsSync(resolve(root, `backend/src/${module}/read/${name}`))).toBe(true)
      for (const folder of screens) expect(existsSync(resolve(root, folder)), folder).toBe(true)
    }
  })
})
