import { accessSync, constants, existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { execute, type ProgramOptions } from './programs.ts'

/** This Chromium draws no window, which saves a seventh of the work of the browser tests. */
const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of an installed Chromium: Playwright's own, or one on the PATH; null when there is none. */
export function findBrowser(path = process.env.PATH ?? ''): string | null {
  const own = chromium.executablePath()
  if (own && existsSync(own)) return own
  for (const folder of path.split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name)
      if (isExecutable(file)) return file
    }
  }
  return null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const aptGet = '/usr/bin/apt-get'
/** Debian's packages; not every release of Debian has the first. */
const packages = [headlessShell, 'chromium']

/**
 * Returns the path of a Chromium. If there is none, installs one with Playwright's installer, or, as root, with the
 * system's package manager. If neither works, throws with what a person can do: browser tests are never skipped.
 */
export async function ensureBrowser(print?: ProgramOptions['print']): Promise<string> {
  const found = findBrowser()
  if (found && basename(found) !== headlessShell)
    print?.(`${found} is used. With ${headlessShell} installed, the browser tests have a seventh less to do.\n`)
  if (found) return found
  console.log('No Chromium found; installing one for the browser tests…')
  if (await execute('playwright', ['install', 'chromium'], { print })) {
    const installed = findBrowser()
    if (installed) return installed
  }
  const installed = process.getuid?.() === 0 ? await installPackage(print) : null
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium and none could be installed. Install it (Debian and Ubuntu: ' +
      '"sudo apt-get install chromium"; elsewhere: "npx playwright install chromium") and run "npm test" again.',
  )
}

async function installPackage(print: ProgramOptions['print']): Promise<string | null> {
  const options = { print, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  if (!(await execute(aptGet, ['update'], options))) return null
  for (const name of packages) if (await execute(aptGet, ['install', '-y', name], options)) return findBrowser()
  return null
}
