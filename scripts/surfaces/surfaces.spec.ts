import { createRequire } from 'node:module'
import { endpoint } from '@ultimate/events/language/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildEventSurface, currentEvents, listReshaped, readRecordedEvents } from './event-surface.ts'
import { breaksCallers, buildSurface } from './interface-surface.ts'
import { breaksReleasedParts, filesLentBy, listStatements, withReexports, withTypesRenamed } from './kit-surface.ts'
import { guardedSurfaces, recordedSurface } from './recorded-surfaces.ts'
import { complaintAbout, describeChange, judge, listAlike, outermost, raised, type Surface } from './surface.ts'

const surfaces = guardedSurfaces()

describe.each(surfaces.map((guarded) => [guarded.name, guarded] as const))(
  'the recorded surface: %s',
  (name, guarded) => {
    const recorded = recordedSurface(name) ?? { version: '', surface: {} }

    it('is the one of now, and its version was raised with it', () => {
      expect(Object.keys(recorded.surface).length).toBeGreaterThan(20)
      expect(complaintAbout(guarded, recorded)).toBeNull()
    })

    it('complains about a version that was raised by too little, or for nothing', () => {
      const isMet = (name: string) => guarded.breaks({ name, before: '', after: null }, recorded.surface)
      const first = Object.keys(recorded.surface).find(isMet) ?? ''
      const { [first]: _, ...lacking } = recorded.surface
      const more = { ...recorded.surface, [`${first} more`]: 'new' }
      const next = (bump: 'minor' | 'major') => raised(recorded.version, bump)
      expect(complaintAbout({ ...guarded, surface: lacking }, recorded)).toContain(`makes it version ${next('major')}`)
      expect(complaintAbout({ ...guarded, surface: more }, recorded)).toContain(`makes it version ${next('minor')}`)
      expect(complaintAbout({ ...guarded, version: next('minor') }, recorded)).toContain('nothing of it has changed')
    })
  },
)

describe('the shape of an event’s stored data', () => {
  const jar = (version: number, data: z.ZodRawShape) =>
    buildEventSurface({ JarOpened: { version, data: z.strictObject(data) } })
  const before = { lid: z.string(), labels: z.record(z.string(), z.string()) }
  const recorded = jar(2, before)

  it('is recorded for each version, and is still the recorded one', () => {
    expect(listReshaped(currentEvents(), readRecordedEvents())).toEqual([])
    expect(readRecordedEvents(), 'npm run accept records the shapes of new versions').toEqual(currentEvents())
  })

  it.each([
    ['size: new, "boolean"', { ...before, size: z.boolean().optional() }],
    ['lid: was "required string", is "string"', { ...before, lid: z.string().optional() }],
    ['labels.*: was "string", is "number"', { ...before, labels: z.record(z.string(), z.number()) }],
    ['lid: gone', { labels: before.labels }],
  ])('changes with the version alone: %s', (change, data) => {
    expect(listReshaped(jar(2, data), recorded)).toEqual([
      `JarOpened.v2 was recorded with another shape (JarOpened.v2.${change}): raise its version and add an upcaster, or delete its lines in scripts/surfaces/recorded/events.json if no site has stored it yet.`,
    ])
    expect(listReshaped(jar(3, data), recorded)).toEqual([])
  })
})

describe('what a change of a call means', () => {
  const before = endpoint({
    method: 'POST',
    path: '/api/shelves',
    summary: 'Build a shelf',
    allow: ['TD'],
    body: z.strictObject({ name: z.string().max(40), wood: z.enum(['oak', 'pine']), note: z.string().optional() }),
    answers: { 201: z.strictObject({ id: z.string(), boards: z.number().optional() }) },
    errors: ['NAME_TAKEN'],
  })
  const { shape } = before.body
  const answer = before.answers[201].shape
  const recorded = buildSurface([before])
  const sides = z.strictObject({ width: z.number(), height: z.strictObject({ inches: z.number() }) })
  const judged = (changes: object) =>
    judge({ surface: buildSurface([{ ...before, ...changes }]), breaks: breaksCallers }, recorded)
  const sends = (changes: object) => ({ body: z.strictObject({ ...shape, ...changes }) })
  const answers = (changes: object) => ({ answers: { 201: z.strictObject({ ...answer, ...changes }) } })

  it.each([
    ['none', 'other words', { summary: 'Put up a shelf' }],
    ['minor', 'a field that may be sent', sends({ colour: z.string().optional() })],
    ['major', 'a field that must be sent', sends({ colour: z.string() })],
    ['major', 'a field that has to be sent from now on', sends({ note: z.string() })],
    ['minor', 'a group of required fields that may be sent', sends({ size: sides.optional() })],
    ['minor', 'a list of groups that may be sent', sends({ sizes: z.array(sides).optional() })],
    ['major', 'a group of fields that must be sent', sends({ size: sides })],
    ['minor', 'a field that may be left out from now on', sends({ wood: z.enum(['oak', 'pine']).optional() })],
    ['minor', 'a looser rule', sends({ name: z.string().max(60), wood: z.enum(['oak', 'pine', 'elm']) })],
    ['major', 'a stricter rule', sends({ name: z.string().max(30) })],
    ['major', 'a choice less', sends({ wood: z.enum(['oak']) })],
    ['major', 'another type', sends({ name: z.number() })],
    ['major', 'a field that is taken no more', { body: z.strictObject({ name: shape.name, wood: shape.wood }) }],
    ['minor', 'a field more in the answer', answers({ colour: z.string() })],
    ['minor', 'a field that is always in the answer now', answers({ boards: z.number() })],
    ['major', 'a field that is not always in the answer now', answers({ id: z.string().optional() })],
    ['major', 'a field less in the answer', { answers: { 201: z.strictObject({ id: answer.id }) } }],
    ['minor', 'another role that may', { allow: ['TD', 'admin'] }],
    ['major', 'a role that may no more', { allow: ['admin'] }],
    ['minor', 'another error', { errors: ['NAME_TAKEN', 'NO_WOOD'] }],
    ['major', 'another path', { path: '/api/boards' }],
  ] as const)('is %s for %s', (expected, _, changes) => {
    expect(judged(changes).bump).toBe(expected)
  })

  it('is major for a field that must be sent with what was sent without it', () => {
    const withSize = buildSurface([{ ...before, ...sends({ size: z.strictObject({ width: z.number() }).optional() }) }])
    const surface = buildSurface([{ ...before, ...sends({ size: sides.optional() }) }])
    expect(judge({ surface, breaks: breaksCallers }, withSize).bump).toBe('major')
    const alone = buildSurface([{ ...before, body: undefined as never }])
    expect(judge({ surface: recorded, breaks: breaksCallers }, alone).bump).toBe('major')
  })

  it('is decided by the pieces that break, which are named', () => {
    const { because } = judged({ ...sends({ colour: z.string(), name: z.string().max(60) }) })
    expect(because.map(describeChange)).toEqual(['POST /api/shelves sends body.colour: new, "required string"'])
    expect(describeChange({ name: 'jars Lid', before: 'cork', after: 'tin' })).toBe('jars Lid: was "cork", is "tin"')
    expect(describeChange({ name: 'jars Lid', before: 'cork', after: null })).toBe('jars Lid: gone')
    const added = ['GET /a answers 200.wood', 'GET /b answers 200.shelves[].wood', 'GET /b']
    expect(listAlike(added.map((name) => ({ name, before: null, after: 'string' })))).toEqual([
      'GET /b: new, "string"',
      'GET /a answers 200.wood: new, "string" (and in 1 more places)',
    ])
  })

  it('is explained by a new call alone, without its fields', () => {
    const { because } = judge(
      { surface: { ...recorded, ...buildSurface([{ ...before, path: '/api/boards' }]) }, breaks: breaksCallers },
      recorded,
    )
    expect(outermost(because).map(describeChange)).toEqual(['POST /api/boards: new, "a call"'])
    const { because: field } = judged(sends({ size: sides.optional() }))
    expect(outermost(field)).toHaveLength(1)
  })

  it('is minor for a whole call more', () => {
    const surface = { ...recorded, ...buildSurface([{ ...before, path: '/api/boards' }]) }
    expect(judge({ surface, breaks: breaksCallers }, recorded).bump).toBe('minor')
  })
})

it('leaves out what the package of the kit keeps to itself: no part can import that', () => {
  const { resolve } = createRequire(import.meta.url)
  const pieces = Object.keys(surfaces.find(({ name }) => name === 'kit')?.surface ?? {})
  for (const [file, isPublic] of [
    ['offline-queue/stored-command', true],
    ['offline-queue/engine', false],
    ['live/stream', false],
    ['request/command-store', false],
  ] as const) {
    expect(pieces.some((piece) => piece.startsWith(`${file} `))).toBe(isPublic)
    const find = () => resolve(`@ultimate/kit/${file}.ts`)
    if (isPublic) expect(find()).toMatch(/stored-command\.ts$/)
    else expect(find).toThrow('is not defined by "exports"')
  }
})

it('breaks released parts only with what the shell lends them: the rest of the kit is in their own bundles', () => {
  const judged = (piece: string) =>
    judge({ surface: {}, breaks: breaksReleasedParts }, { [piece]: 'export declare const it: true;' }).bump
  expect(['request/api call', 'offline-queue/stored-command StoredCommand', 'contract Mount'].map(judged)).toEqual([
    'major',
    'major',
    'major',
  ])
  expect(judged('request/answer messageOf')).toBe('minor')
})

it('breaks no released part with a file that the shell has not lent before', () => {
  expect(filesLentBy('1.36.0')).not.toContain('request/use-command.ts')
  expect(filesLentBy('1.37.0')).toContain('request/use-command.ts')
})

it('breaks no released part with another optional field of what the shell lends', () => {
  const declared = (...fields: string[]) => ({
    'request/api Options': `export interface Options { ${fields.join(' ')} }`,
  })
  const bump = (...fields: string[]) =>
    judge({ surface: declared(...fields), breaks: breaksReleasedParts }, declared('readonly key: string;')).bump
  expect(bump('readonly key: string;', 'readonly pauses?: readonly number[] | undefined;')).toBe('minor')
  expect(bump('readonly onEnd?: (key: string) => void;', 'readonly key: string;')).toBe('minor')
  expect(bump('readonly key: string;', 'readonly pauses: readonly number[];')).toBe('major')
  expect(bump('readonly key?: string;')).toBe('major')
  expect(bump('readonly key: number;', 'readonly pauses?: readonly number[];')).toBe('major')
})

it('takes a type that is only called otherwise for the same, because a part that is out knows no names of types', () => {
  const before = {
    'jars Jar': 'export interface Jar { readonly lid: Lid; }',
    'jars Lid': "export type Lid = 'cork' | 'tin';",
    'jars open': 'export declare function open(jar: Jar): Lid;',
  }
  const called = (name: string, text = `export type ${name} = 'cork' | 'tin';`) => ({
    'jars Jar': `export interface Jar { readonly lid: ${name}; }`,
    [`jars ${name}`]: text,
    'jars open': `export declare function open(jar: Jar): ${name};`,
  })
  const bump = (surface: Surface) =>
    judge(
      {
        surface,
        breaks: ({ before }) => before !== null,
        applyRenames: (recorded) => withTypesRenamed(recorded, surface),
      },
      before,
    ).bump
  expect(bump(called('Stopper'))).toBe('none')
  expect(bump(called('Stopper', "export type Stopper = 'cork';"))).toBe('major')
  const { 'jars open': _, ...lacking } = called('Stopper')
  expect(bump(lacking)).toBe('major')
  const { 'jars Jar': __, ...others } = called('Stopper')
  const both = { ...others, 'jars Glass': 'export interface Glass { readonly lid: Stopper; }' }
  expect(bump({ ...both, 'jars open': 'export declare function open(glass: Glass): Stopper;' })).toBe('none')
  expect(bump({ ...before, 'jars unscrew': 'export declare function unscrew(jar: Jar): Lid;' })).toBe('minor')
})

it('finds in a file what it passes on of another one', () => {
  const surface = {
    'request/new send': 'export declare function send(): void;',
    'request/new Sent': 'export type Sent = true;',
  }
  const passOn = (names: string, file = '@ultimate/kit/request/new.ts') => `export { ${names} } from '${file}';`
  const declare = (text: string) => withReexports([`request/old ${text}`, text], surface)
  const both = [
    ['request/old Sent', surface['request/new Sent']],
    ['request/old send', surface['request/new send']],
  ]
  for (const file of ['@ultimate/kit/request/new.ts', './new.ts', '../request/new.ts'])
    expect(declare(passOn('type Sent, send', file))).toEqual(both)
  expect(declare(passOn('send as post'))).toEqual([[`request/old ${passOn('send as post')}`, passOn('send as post')]])
})

it('takes constants of one type that move to another file for themselves', () => {
  const declare = (file: string): Surface => ({
    [`${file} near`]: 'export declare const near: Rule;',
    [`${file} next`]: 'export declare const next: Rule;',
  })
  expect(withTypesRenamed(declare('before'), declare('after'))).toEqual(declare('before'))
})

it('reads the statements of a file of declarations, without what it imports', () => {
  const declarations = `import type { A } from './a.ts';\nexport interface B {\n    readonly a: A;\n}\ndeclare const c: B;\nexport { c };\nexport {};\n`
  expect(listStatements(declarations)).toEqual([
    'export interface B { readonly a: A; }',
    'declare const c: B;',
    'export { c };',
  ])
})
