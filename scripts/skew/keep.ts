import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from '../build.ts'
import { archiveSite, releasesFolder, releasesToKeep, storedReleases } from './releases.ts'

/**
 * `npm run skew:keep`: stores the site of this commit for the tests of releases that meet others, and drops the oldest
 * stored one. Run it when the site is released; `--from folder` takes another working copy, which is built already.
 */
const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
const folder = resolve(from ?? '.')
if (from === undefined) await buildSite()

/** `20261122-2135-ee1e3f1`: when it was committed, and what. */
function nameRelease(): string {
  const format = ['--date=format-local:%Y%m%d-%H%M', '--format=%cd-%h']
  const env = { ...process.env, TZ: 'UTC' }
  return execFileSync('git', ['log', '-1', '--abbrev=7', ...format], { cwd: folder, env, encoding: 'utf8' }).trim()
}

mkdirSync(releasesFolder, { recursive: true })
const archive = await archiveSite(folder)
const file = join(releasesFolder, `${nameRelease()}.tar.br`)
writeFileSync(file, archive)
for (const old of storedReleases().slice(0, -releasesToKeep)) rmSync(old)
console.log(`Stored ${file} (${Math.ceil(archive.length / 1024)} KB).`)
