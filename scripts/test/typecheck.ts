import { execute, type ProgramOptions } from './programs.ts'

/**
 * The programs that the compiler checks. The packages of the browser share their settings and most of their files, so
 * they are one program. Alone, each would read the kit and the language again. `.` holds scripts, browser tests and
 * benches.
 */
const projects = ['events', 'backend', 'tsconfig.browser.json', 'shell/worker', '.']

/** Several checkers would each check anew what files share, which takes twice the processor time. */
export const compilerArguments = (project: string) => ['-p', project, '--checkers', '1']

/** Checks all projects, two at a time; resolves to whether all are right. */
export async function checkProjects(check: (project: string) => Promise<boolean>): Promise<boolean> {
  const waiting = [...projects]
  let ok = true
  const checkNext = async (): Promise<void> => {
    const project = waiting.shift()
    if (!project) return
    ok = (await check(project)) && ok
    return checkNext()
  }
  await Promise.all([checkNext(), checkNext()])
  return ok
}

/** Checks the types of all projects, and prints the errors. */
export const typecheck = (options: ProgramOptions = {}): Promise<boolean> =>
  checkProjects((project) => execute('tsc', [...compilerArguments(project), '--pretty'], options))

if (import.meta.main) process.exitCode = (await typecheck()) ? 0 : 1
