import { execute, type ProgramOptions } from './programs.ts'

/**
 * What the compiler checks at once. The packages of the browser share their settings and most of their files, so they
 * are one program: each alone would read the kit and the language again. `.` holds scripts, browser tests and benches.
 */
const projects = ['events', 'backend', 'tsconfig.browser.json', 'shell/worker', '.']

/** Several checkers would each check anew what files share, which takes twice the processor time. */
export const oneChecker = ['--checkers', '1'] as const

/** Checks the types of all projects, two at a time; resolves to whether all are right. What is wrong is printed. */
export async function typecheck(options: ProgramOptions = {}): Promise<boolean> {
  const waiting = [...projects]
  let ok = true
  const checkNext = async (): Promise<void> => {
    const project = waiting.shift()
    if (!project) return
    ok = (await execute('tsc', ['-p', project, '--pretty', ...oneChecker], options)) && ok
    return checkNext()
  }
  await Promise.all([checkNext(), checkNext()])
  return ok
}

if (import.meta.main) process.exitCode = (await typecheck()) ? 0 : 1
