import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { dinnerApi, dinnerInterface } from '../../events/src/dinner/api.ts'
import type { Endpoint } from '../../events/src/language/endpoint.ts'
import { releasesApi, releasesInterface } from '../../events/src/releases/api.ts'
import { staffApi, staffInterface } from '../../events/src/staff/api.ts'
import { tournamentApi, tournamentInterface } from '../../events/src/tournament/api.ts'
import type { Change, Guarded, Surface } from './surface.ts'

const root = resolve(import.meta.dirname, '../..')

/** The calls of each module, of which parts declare which version they need. */
export function interfaceSurfaces(): Guarded[] {
  return [
    guarded('tournament', tournamentInterface, tournamentApi),
    guarded('dinner', dinnerInterface, dinnerApi),
    guarded('staff', staffInterface, staffApi),
    guarded('releases', releasesInterface, releasesApi),
  ]
}

function guarded(name: string, version: string, api: Readonly<Record<string, Endpoint>>): Guarded {
  return {
    title: `The interface of ${name}`,
    name,
    version,
    surface: buildSurface(Object.values(api)),
    breaks: breaksCallers,
    raiseTo: (next) => {
      const file = join(root, 'events/src', name, 'api.ts')
      writeFileSync(file, readFileSync(file, 'utf8').replace(/(Interface = )'[^']+'/, `$1'${next}'`))
    },
  }
}

/** Lists for each call who may make it, its errors, and each field that is sent or answered. */
export function buildSurface(endpoints: readonly Endpoint[]): Surface {
  return Object.fromEntries(endpoints.flatMap(listPieces).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

type Piece = readonly [name: string, text: string]

function listPieces(endpoint: Endpoint): Piece[] {
  const { method, path, allow, errors = [], params, query, body, answers } = endpoint
  const call = `${method} ${path}`
  const sent = Object.entries({ params, query, body }).flatMap(([where, schema]) =>
    schema ? listFields(`${call} sends ${where}`, jsonSchema(schema, 'input')) : [],
  )
  const answered = Object.entries(answers).flatMap(([status, schema]): Piece[] => [
    [`${call} answers ${status}`, schema ? 'a body' : 'nothing'],
    ...(schema ? listFields(`${call} answers ${status} body`, jsonSchema(schema, 'output')) : []),
  ])
  return [
    [call, 'a call'],
    ...(allow === 'everyone' ? ['everyone'] : allow).map((who): Piece => [`${call} allows ${who}`, 'yes']),
    ...errors.map((code): Piece => [`${call} fails ${code}`, 'yes']),
    ...sent,
    ...answered,
  ]
}

interface Schema extends Readonly<Record<string, unknown>> {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Schema

/** A line for every field, at any depth: `required string {"maxLength":40}`. */
function listFields(at: string, schema: Schema, isRequired = false): Piece[] {
  const { properties = {}, required = [], items, anyOf = [], $schema: _, additionalProperties: __, ...rest } = schema
  const { type, pattern, ...rules } = rest
  // The pattern of a format is the library's.
  const constraints = pattern !== undefined && rules['format'] === undefined ? { ...rules, pattern } : rules
  const words = [isRequired && 'required', type, Object.keys(constraints).length > 0 && JSON.stringify(constraints)]
  return [
    [at, words.filter(Boolean).join(' ')],
    ...Object.entries(properties).flatMap(([name, field]) =>
      listFields(`${at}.${name}`, field, required.includes(name)),
    ),
    ...(items ? listFields(`${at}[]`, items) : []),
    ...anyOf.flatMap((option, index) => listFields(`${at}|${index}`, option)),
  ]
}

/** True where a caller that was built before the change may fail by it. */
export function breaksCallers({ name, before, after }: Change, recorded: Surface): boolean {
  const [, call = name] = /^(\S+ \S+)/.exec(name) ?? []
  if (!(call in recorded) || / fails /.test(name)) return false
  const isSent = / sends /.test(name)
  if (before === null) return isSent && isRequired(after) && !isInsideNew(name, recorded)
  if (after === null) return true
  if (!isSent) return !isOnlyMoreSure(before, after)
  return (isRequired(after) && !isRequired(before)) || !isLooser(parseRules(before), parseRules(after))
}

/**
 * True where the holder of the field is new too, and was judged alone: a caller that leaves out an optional one sends
 * none of its fields.
 */
function isInsideNew(name: string, recorded: Surface): boolean {
  const holder = name.replace(/(\.[^.[|\]]+|\[\]|\|\d+)$/, '')
  return !/ sends \w+$/.test(holder) && !(holder in recorded)
}

const isRequired = (text: string | null) => text?.startsWith('required') ?? false
const withoutRequired = (text: string) => text.replace(/^required ?/, '')

/** An answer that always holds what it held sometimes serves all who read it before. */
const isOnlyMoreSure = (before: string, after: string) =>
  isRequired(after) && withoutRequired(before) === withoutRequired(after)

function parseRules(text: string): Record<string, unknown> {
  const [, type, rules = '{}'] = /^([a-z,]*) ?(\{.*)?$/.exec(withoutRequired(text)) ?? []
  return { type, ...JSON.parse(rules) }
}

const upper = new Set(['maxLength', 'maximum', 'maxItems'])
const lower = new Set(['minLength', 'minimum', 'minItems'])

/** True where the current rules allow all that the former ones allowed. */
function isLooser(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((rule) => {
    const [was, is] = [before[rule], after[rule]]
    if (JSON.stringify(was) === JSON.stringify(is)) return true
    if (upper.has(rule)) return is === undefined || Number(is) >= Number(was)
    if (lower.has(rule)) return is === undefined || Number(is) <= Number(was)
    return rule === 'enum' && Array.isArray(was) && Array.isArray(is) && was.every((value) => is.includes(value))
  })
}
