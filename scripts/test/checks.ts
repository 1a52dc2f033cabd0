import { existsSync } from 'node:fs'
import { partNames } from '../../events/src/platform/part.ts'
import { findViolations } from '../checks/seams.ts'
import { type Column, findReach, isIn, ownErrors } from './column.ts'
import { execute, type ProgramOptions } from './programs.ts'
import { checkProjects, compilerArguments, typecheck } from './typecheck.ts'

interface CheckOptions extends ProgramOptions {
  readonly print: NonNullable<ProgramOptions['print']>
}
/** Prints what is wrong, and resolves to true where nothing is. */
export type Check = (options: CheckOptions) => Promise<boolean>

export interface Checks {
  /** Builds that the tests run on. */
  readonly build: Readonly<Record<string, Check>>
  /** Checks that the tests do not need. */
  readonly sources: Readonly<Record<string, Check>>
}

export const checksOfAll: Checks = {
  // The build is a process of its own, because it needs the environment of a production site while it bundles.
  build: { 'build of the site': (options) => execute('node', ['scripts/build.ts'], options) },
  // The boundaries are checked by a test, `scripts/checks/seams.spec.ts`.
  sources: {
    types: typecheck,
    'lint and format': (options) => execute('biome', ['check', '.'], options),
  },
}

/** Lists the checks of one team's column, which can pass while others are broken. */
export const listChecks = (column: Column): Checks => ({
  build: { 'build of the part': (options) => buildPart(column, options) },
  sources: {
    types: (options) => checkTypes(column, options),
    'lint and format': (options) => execute('biome', ['check', ...column.folders, column.browserTests], options),
    'boundaries between the parts': (options) => checkBoundaries(column, options),
  },
})

/** Compiles everything, because a type of the column may be used anywhere, and leaves out errors that others made. */
async function checkTypes(column: Column, { print, ...options }: CheckOptions): Promise<boolean> {
  const { importers } = findReach(column)
  return checkProjects(async (project) => {
    let printed = ''
    const isRight = await execute('tsc', [...compilerArguments(project), '--pretty', 'false'], {
      ...options,
      print: (text) => (printed += text),
    })
    const errors = isRight ? [] : ownErrors(column, importers, printed)
    if (errors.length > 0) print(`${errors.join('\n')}\n`)
    // A compiler that fails without printing an error is broken.
    return isRight || (printed !== '' && errors.length === 0)
  })
}

async function checkBoundaries(column: Column, { print }: CheckOptions): Promise<boolean> {
  const violations = (await findViolations(process.cwd(), column.folders)).filter(({ from }) => isIn(column, from))
  for (const { rule, from, to } of violations) print(`${rule}: ${from} -> ${to}\n`)
  return violations.length === 0
}

/**
 * Builds the part, and the shell that shows it. The parts of other teams stay as they were built last. One that was
 * never built is built now, because browser tests may pass its pages, but may fail.
 */
async function buildPart({ name }: Column, options: CheckOptions): Promise<boolean> {
  const build = (...names: string[]) =>
    execute('node', ['scripts/build.ts', ...names.flatMap((bundle) => ['--only', bundle])], options)
  const isBuilt = await build('shell', name)
  for (const other of partNames)
    if (other !== name && !existsSync(`dist/${other}/mf-manifest.json`) && !(await build(other)))
      options.print(`The ${other} part cannot be built just now, which is for its own team to mend.\n`)
  return isBuilt
}
