import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Accepted } from '../accept.ts'
import { interfaceSurfaces } from './interface-surface.ts'
import { kitSurface } from './kit-surface.ts'
import { type Guarded, judge, listAlike, outermost, type Recorded, raised } from './surface.ts'

export const guardedSurfaces = (): Guarded[] => [kitSurface(), ...interfaceSurfaces()]

const locateFile = (name: string) => join(import.meta.dirname, 'recorded', `${name}.json`)

export function recordedSurface(name: string): Recorded | null {
  return existsSync(locateFile(name)) ? JSON.parse(readFileSync(locateFile(name), 'utf8')) : null
}

/**
 * Raises the versions of the kit and of each module's interface by what has changed since they were recorded. Then
 * records their current surfaces.
 */
export function acceptSurfaces(): Accepted {
  const changes = guardedSurfaces().flatMap((guarded) => {
    const { name, title, surface } = guarded
    const recorded = recordedSurface(name) ?? { version: guarded.version, surface }
    const { bump, because } = judge(guarded, recorded.surface)
    const version = raised(recorded.version, bump)
    if (version !== guarded.version) guarded.raiseTo(version)
    writeFileSync(locateFile(name), `${JSON.stringify({ version, surface }, null, 2)}\n`)
    if (bump === 'none')
      return version === guarded.version
        ? []
        : [`${title}: ${guarded.version} → ${version}, because nothing of it has changed`]
    const raising = `${title}: ${recorded.version} → ${version}, ${bump} because of `
    return listAlike(outermost(because)).map((change) => raising + change)
  })
  return { changes, problems: [] }
}
