import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PartDescription, type PartSource, partDescription, partNames } from '../events/src/platform/part.ts'

const root = resolve(import.meta.dirname, '..')

/** What the part in this folder declares about itself, as a process first reads it; throws where that breaks the rules. */
export async function describePart(folder: string): Promise<PartDescription> {
  const file = pathToFileURL(resolve(root, folder, 'src/part.ts'))
  const { part } = (await import(file.href)) as { part: PartSource }
  return partDescription.parse(part)
}

export interface DescribedPart {
  readonly name: string
  readonly folder: string
  readonly description: PartDescription
}

/** All parts that come with the site. */
export function describeParts(): Promise<DescribedPart[]> {
  return Promise.all(
    partNames.map(async (name) => {
      const folder = `mfe-${name}`
      return { name, folder, description: await describePart(folder) }
    }),
  )
}
