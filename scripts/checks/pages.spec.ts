import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventsOfModules } from '../../events/src/all-events.ts'
import { commandsFile, commandsPage, listCommands } from '../docs/commands.ts'
import { menuTable, withMenu } from '../docs/generated-pages.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isForeign = (path: string) => /(^|\/)(node_modules|dist)$/.test(path)
const list = (pattern: string) => globSync(pattern, { cwd: root, exclude: isForeign })

const pages = list('**/*.md')
/** Code blocks show commands and their output. */
const readText = (page: string) => read(page).replaceAll(/^```[\s\S]*?^```$/gm, '')

describe('docs/commands.md', () => {
  it('is what the code says; `npm run accept` writes it', () => {
    expect(readFileSync(commandsFile, 'utf8')).toBe(commandsPage())
  })

  it('has a command for every event', () => {
    const appended = new Set(listCommands().flatMap(({ events }) => events))
    const events = Object.values(eventsOfModules).flatMap((definitions) => Object.keys(definitions))
    expect(events.filter((type) => !appended.has(type))).toEqual([])
  })
})

/** Returns the anchor of a heading, as GitHub makes it. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const listAnchors = (page: string) =>
  new Set([...readText(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading)))

/** Links of a page that lead nowhere in the repository. */
function brokenLinks(page: string): string[] {
  const links = [...readText(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to)
  return links.filter((to) => {
    const [path = '', anchor] = to.split('#')
    if (/^\w+:/.test(path)) return false
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && target.endsWith('.md') && !listAnchors(target).has(anchor)
  })
}

describe('the pages of the documentation', () => {
  it.each(pages)('%s links to what exists', (page) => {
    expect(brokenLinks(page)).toEqual([])
  })

  it.each(pages)('%s names files that exist', (page) => {
    const named = [...readText(page).matchAll(/`((?:backend|bench|docs|e2e|events|mfe-\w+|scripts|shell)\/[\w./-]+)`/g)]
    expect(named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : [path]))).toEqual([])
  })

  it.each(pages)('%s names commands of npm that exist', (page) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it('are linked from the README or from a page that is', () => {
    const reached = new Set(['README.md'])
    for (const page of reached)
      for (const [, to = ''] of readText(page).matchAll(/\]\(([^)#\s]+\.md)[)#]/g)) reached.add(join(dirname(page), to))
    expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([])
  })
})

it('CONTRIBUTING.md names at most eight places where a new action is written by hand', () => {
  const list = read('CONTRIBUTING.md').split('\n## Add an action\n')[1]?.split('\n## ')[0] ?? ''
  const places = [...list.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number))
  expect(places).toEqual(Array.from({ length: Math.min(places.length, 8) }, (_, index) => index + 1))
  expect(places).not.toEqual([])
})

describe('comments', () => {
  const files = list('**/*')
  const sources = files.filter((file) => /\.(?:tsx?|css|mjs)$/.test(file))
  const comments = sources.flatMap((file) => {
    const lines = [...read(file).matchAll(/(?<=^|\s)(?:\/\/|\/?\*).*/gm)].map(([line]) => line)
    return { file, text: lines.join('\n').replaceAll(/\n\s*(?:\/\/|\*)/g, '') }
  })
  /** Comments name a file by its path from the root, or by the end of its path. */
  const findFiles = (name: string) => files.filter((file) => `/${file}`.endsWith(`/${name}`))
  const collect = (pattern: RegExp, isWrong: (...found: string[]) => boolean) =>
    comments.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].flatMap(([found, ...groups]) => (isWrong(...groups) ? [`${file}: ${found}`] : [])),
    )

  it('name files that exist', () => {
    expect(collect(/`([\w./-]+\.(?:tsx?|css|mjs|md))`/g, (name = '') => findFiles(name).length === 0)).toEqual([])
  })

  it('name what the file has', () => {
    const lacks = (word: string, name: string) =>
      !findFiles(name).some((file) => new RegExp(`\\b${word}\\b`).test(read(file)))
    expect(collect(/`(\w+)[^`]*` (?:in|of) `([\w./-]+\.tsx?)`/g, lacks)).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const section = (title: string) => read('docs/architecture.md').split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const sources = list('backend/{,*/}src/**/*.ts').filter((file) => !/\.(spec|fixture)\.|\/test\//.test(file))

  it('lists every table and no other', () => {
    const tables = sources.flatMap((file) => {
      const made = read(file).matchAll(/create table if not exists (\w+)|\breadModel\b[^;]*?\btable: '(\w+)'/g)
      return [...made].flatMap(([, own, ofReadModel]) => own ?? ofReadModel ?? [])
    })
    const rows = [...section('Tables').matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) => cell)
    const listed = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(listed.toSorted()).toEqual(tables.toSorted())
  })

  it('lists the entries of the menus by who sees them; `npm run accept` writes it', async () => {
    const page = read('docs/architecture.md')
    const table = await menuTable()
    expect(page).toContain(`\n${table}\n`)
    expect(withMenu(page.replace('| Dinner | Info |', '| Supper | Info |'), table)).toBe(page)
  })

  it('lists every file that sends emails and no other', () => {
    const senders = sources.filter((file) => !file.includes('/platform/') && /\bmailer\.send\(/.test(read(file)))
    const listed = [...section('Emails').matchAll(/\(\.\.\/(backend[^)]+)\)/g)].map(([, file]) => file)
    expect(listed.toSorted()).toEqual(senders.toSorted())
  })
})

describe('README.md', () => {
  it('has at most 150 lines', () => {
    expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(150)
  })
})

describe('docs/glossary.md', () => {
  it('explains about 40 words, each once', () => {
    const words = [...read('docs/glossary.md').matchAll(/^\| (.+?) \|/gm)].map(([, word = '']) => word)
    const explained = words.filter((word) => word !== 'word')
    expect(explained.length).toBeLessThanOrEqual(45)
    expect(new Set(explained).size).toBe(explained.length)
  })
})
