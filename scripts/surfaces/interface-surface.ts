import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { dinnerApi, dinnerInterface } from '../../events/src/dinner/api.ts'
import type { Endpoint } from '../../events/src/language/endpoint.ts'
import { releasesApi, releasesInterface } from '../../events/src/releases/api.ts'
import { staffApi, staffInterface } from '../../events/src/staff/api.ts'
import { tournamentApi, tournamentInterface } from '../../events/src/tournament/api.ts'
import type { Guarded, Surface, SurfaceChange } from './surface.ts'

const root = resolve(import.meta.dirname, '../..')

/** The calls of each module, with a version. Parts declare the version that they need. */
export function interfaceSurfaces(): Guarded[] {
  return [
    guardInterface('tournament', tournamentInterface, tournamentApi),
    guardInterface('dinner', dinnerInterface, dinnerApi),
    guardInterface('staff', staffInterface, staffApi),
    guardInterface('releases', releasesInterface, releasesApi),
  ]
}

function guardInterface(name: string, version: string, api: Readonly<Record<string, Endpoint>>): Guarded {
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

export interface Schema extends Readonly<Record<string, unknown>> {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Schema

/** Lists every field, at any depth: `['POST /api/shelves sends body.name', 'required string {"maxLength":40}']`. */
export function listFields(at: string, schema: Schema, isRequired = false): Piece[] {
  const { properties = {}, required = [], items, anyOf = [], $schema: _, additionalProperties: __, ...rest } = schema
  const { type, pattern, ...rules } = rest
  // A format such as `uuid` comes with a pattern of zod's, which a new zod may change.
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

/** Returns whether the change may make a caller fail that was built before it. */
export function breaksCallers({ name, before, after }: SurfaceChange, recorded: Surface): boolean {
  const [, call = name] = /^(\S+ \S+)/.exec(name) ?? []
  if (!(call in recorded) || / fails /.test(name)) return false
  const isSent = / sends /.test(name)
  if (before === null) return isSent && isRequired(after) && !isInNewField(name, recorded)
  if (after === null) return true
  if (!isSent) return !isOnlyNowRequired(before, after)
  return (isRequired(after) && !isRequired(before)) || !isLooser(parseRules(before), parseRules(after))
}

/**
 * Returns whether the field belongs to another new field. Only that field can break callers: where it is optional,
 * they send neither.
 */
function isInNewField(name: string, recorded: Surface): boolean {
  // `… sends body.size.width`, `… sends body.size[]` and `… sends body.size|0` belong to `… sends body.size`.
  const holder = name.replace(/(\.[^.[|\]]+|\[\]|\|\d+)$/, '')
  return !/ sends \w+$/.test(holder) && !(holder in recorded)
}

const isRequired = (text: string | null) => text?.startsWith('required') ?? false
const withoutRequired = (text: string) => text.replace(/^required ?/, '')

/** Returns whether a field that was sometimes in the answer is always in it now, and is otherwise the same. */
const isOnlyNowRequired = (before: string, after: string) =>
  isRequired(after) && withoutRequired(before) === withoutRequired(after)

function parseRules(text: string): Record<string, unknown> {
  const [, type, rules = '{}'] = /^([a-z,]*) ?(\{.*)?$/.exec(withoutRequired(text)) ?? []
  return { type, ...JSON.parse(rules) }
}

const upperLimits = new Set(['maxLength', 'maximum', 'maxItems'])
const lowerLimits = new Set(['minLength', 'minimum', 'minItems'])

/** Returns whether the current rules allow all that the former ones allowed. */
function isLooser(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): boolean {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].every((rule) => {
    const [was, is] = [before[rule], after[rule]]
    if (JSON.stringify(was) === JSON.stringify(is)) return true
    if (upperLimits.has(rule)) return is === undefined || Number(is) >= Number(was)
    if (lowerLimits.has(rule)) return is === undefined || Number(is) <= Number(was)
    return rule === 'enum' && Array.isArray(was) && Array.isArray(is) && was.every((value) => is.includes(value))
  })
}
