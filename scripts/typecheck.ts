import { spawn } from 'node:child_process'
import { resolve as absolute } from 'node:path'

/** Every folder with a `tsconfig.json` of its own; `.` holds scripts, browser tests and benches. */
export const projects = [
  'events',
  'backend',
  'shell/kit',
  'shell',
  'mfe-tournament',
  'mfe-dinner',
  'mfe-staff',
  'bench/without-federation',
  '.',
]

const compiler = absolute(import.meta.dirname, '../node_modules/.bin/tsc')

function check(project: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(compiler, ['-p', project, '--pretty'], { stdio: 'inherit' })
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** Checks the types of all projects; what is wrong is printed. */
export async function typecheck(): Promise<boolean> {
  let ok = true
  for (const project of projects) ok = (await check(project)) && ok
  return ok
}

if (import.meta.main) process.exitCode = (await typecheck()) ? 0 : 1
