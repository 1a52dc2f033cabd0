import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
/** Holds the digest of the lock file whose packages are installed. */
const markFile = join(folder, 'node_modules/.installed')

/** Returns the path of a program that only benches and mutation tests need. */
export const toolPath = (name: string): string => join(folder, 'node_modules/.bin', name)

/** Installs what only benches and mutation tests need: a quarter of all packages, which `npm ci` leaves out. */
export function installTools(): void {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === digest) return
  console.log('Installing what only this command needs…')
  execFileSync('npm', ['ci', '--prefix', folder], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(markFile, digest)
}
