import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { interfaceSurfaces } from './interface-surface.ts'
import { kitSurface } from './kit-surface.ts'
import { describeChange, type Guarded, judge, type Recorded, raised } from './surface.ts'

/**
 * `npm run surfaces`: raises the version of the kit, and of each module's interface, by as much as it has changed since it
 * was recorded last, records it as it is now, and prints what decided that.
 */
export const guardedSurfaces = (): Guarded[] => [kitSurface(), ...interfaceSurfaces()]

const fileOf = (name: string) => join(import.meta.dirname, 'recorded', `${name}.json`)

export function recordedSurface(name: string): Recorded | null {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), 'utf8')) : null
}

if (import.meta.main)
  for (const guarded of guardedSurfaces()) {
    const { name, title, surface } = guarded
    const recorded = recordedSurface(name) ?? { version: guarded.version, surface }
    const { bump, because } = judge(guarded, recorded.surface)
    const version = raised(recorded.version, bump)
    if (version !== guarded.version) guarded.raiseTo(version)
    writeFileSync(fileOf(name), `${JSON.stringify({ version, surface }, null, 2)}\n`)
    console.log(`${title}: ${recorded.version === version ? `still ${version}` : `${recorded.version} → ${version}`}`)
    for (const change of because) console.log(`  ${bump}: ${describeChange(change)}`)
  }
