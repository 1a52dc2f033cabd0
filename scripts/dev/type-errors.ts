import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '../..')

/** Prints the type errors of a project now and after every change, without holding anything up. */
export function watchTypes(project: string): () => void {
  const tsc = resolve(root, 'node_modules/.bin/tsc')
  const args = ['-p', project, '--noEmit', '--watch', '--preserveWatchOutput']
  const child = spawn(tsc, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const read = typeReports(project)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = read(line)
    if (report !== null) console.log(report)
  })
  return () => void child.kill('SIGTERM')
}

const progress = /^\d+:\d+:\d+ [AP]M - (?:.*Found (\d+) errors?)?/

/** Takes what the compiler prints, line by line; returns a report where there is news. */
export function typeReports(project: string): (line: string) => string | null {
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
