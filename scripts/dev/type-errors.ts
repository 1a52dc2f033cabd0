import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../..')

/**
 * Prints the type errors of a project now and after every change, without holding anything up. Before `start` it
 * prints nothing, so that the address of the site stands above it.
 */
export function watchTypes(project: string, start: Promise<void>): () => void {
  const tsc = resolve(root, 'node_modules/.bin/tsc')
  const args = ['-p', project, '--noEmit', '--watch', '--preserveWatchOutput']
  const child = spawn(tsc, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: child.stdout }).on('line', printReports(project, start, console.log))
  return () => void child.kill('SIGTERM')
}

/** Takes what the compiler prints, line by line, and prints its reports once `start` has come. */
export function printReports(
  project: string,
  start: Promise<void>,
  print: (report: string) => void,
): (line: string) => void {
  const read = typeReports(project)
  return (line) => {
    const report = read(line)
    if (report !== null) void start.then(() => print(report))
  }
}

const progress = /^\d+:\d+:\d+ [AP]M - (?:.*Found (\d+) errors?)?/

/** Takes what the compiler prints, line by line; returns a report where there is news. */
function typeReports(project: string): (line: string) => string | null {
  let errors: string[] = []
  let hadErrors = false
  return (line) => {
    const [isProgress, count] = progress.exec(line) ?? []
    if (isProgress === undefined) {
      if (line !== '') errors.push(line)
      return null
    }
    if (count === undefined) return null
    const report = errors.length > 0 ? ['Type errors:', ...errors].join('\n') : `No type errors in ${project} any more.`
    const isNews = errors.length > 0 || hadErrors
    hadErrors = errors.length > 0
    errors = []
    return isNews ? report : null
  }
}
