import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const mark = join(folder, 'node_modules/.installed')

/** Path of a program that only benches and mutation tests need. */
export const toolPath = (name: string): string => join(folder, 'node_modules/.bin', name)

/** Installs what only benches and mutation tests need: a quarter of all packages, which `npm ci` leaves out. */
export function installTools(): void {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  console.log('Installing what only this command needs…')
  execFileSync('npm', ['ci', '--prefix', folder], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(mark, wanted)
}
