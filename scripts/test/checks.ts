import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partNames } from '../../events/src/platform/part.ts'
import { findViolations } from '../checks/seams.ts'
import { type Column, isIn, ownErrors, programsOf } from './column.ts'
import { execute, type ProgramOptions } from './programs.ts'
import { oneChecker, typecheck } from './typecheck.ts'

type Print = NonNullable<ProgramOptions['print']>
/** Says what is wrong, and resolves to whether nothing is. */
export type Check = (print: Print) => Promise<boolean>

/** What must hold of the whole site. */
export const checksOfAll: Readonly<Record<string, Check>> = {
  types: typecheck,
  'lint and format': (print) => execute('biome', ['check', '.'], { print }),
  'boundaries between the parts': (print) => execute('node', ['scripts/checks/seams.ts'], { print }),
  // A process of its own: while it bundles, its environment is that of a finished site.
  'build of the site': (print) => execute('node', ['scripts/build.ts'], { print }),
}

/** What must hold of one team's column, whatever the other columns are like just now. */
export const checksOf = (column: Column): Readonly<Record<string, Check>> => ({
  types: (print) => typesOf(column, print),
  'lint and format': (print) => execute('biome', ['check', ...column.folders, column.browserTests], { print }),
  'boundaries between the parts': (print) => boundariesOf(column, print),
  'build of the part': (print) => buildOf(column, print),
})

async function typesOf(column: Column, print: Print): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'types-'))
  try {
    const checked = programsOf(column).map(async (program, at) => {
      const file = join(folder, `${at}.json`)
      writeFileSync(file, JSON.stringify(program))
      let printed = ''
      const isRight = await execute('tsc', ['-p', file, '--pretty', 'false', ...oneChecker], {
        print: (text) => (printed += text),
      })
      const errors = isRight ? [] : ownErrors(column, printed)
      if (errors.length > 0) print(`${errors.join('\n')}\n`)
      // Where the compiler failed and said nothing, it is the compiler that is wrong.
      return isRight || (printed !== '' && errors.length === 0)
    })
    return (await Promise.all(checked)).every(Boolean)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function boundariesOf(column: Column, print: Print): Promise<boolean> {
  const violations = (await findViolations(process.cwd(), column.folders)).filter(({ from }) => isIn(column, from))
  for (const { rule, from, to } of violations) print(`${rule}: ${from} -> ${to}\n`)
  return violations.length === 0
}

/**
 * The part and the shell that shows it. The parts of other teams stay as they were built last; one that never was is
 * built where that works, because browser tests may pass its pages.
 */
async function buildOf({ name }: Column, print: Print): Promise<boolean> {
  const build = (...names: string[]) =>
    execute('node', ['scripts/build.ts', ...names.flatMap((one) => ['--only', one])], { print })
  const isBuilt = await build('shell', name)
  for (const other of partNames)
    if (other !== name && !existsSync(`dist/${other}/mf-manifest.json`) && !(await build(other)))
      print(`The ${other} part cannot be built just now, which is for its own team to mend.\n`)
  return isBuilt
}
