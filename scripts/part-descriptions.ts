import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { factsOf2025, writeFacts } from '../events/src/language/edition-facts.ts'
import { fillFacts } from '../events/src/language/fill-facts.ts'
import { type PartDescription, type PartSource, partDescription, partNames } from '../events/src/platform/part.ts'

const root = resolve(import.meta.dirname, '..')

/** Reads what the part in this folder declares, once per process. Throws where the declaration is not valid. */
export async function describePart(folder: string): Promise<PartDescription> {
  const file = pathToFileURL(resolve(root, folder, 'src/part.ts'))
  const { part } = (await import(file.href)) as { part: PartSource }
  return partDescription.parse(part)
}

const firstWords = writeFacts(2025, factsOf2025)

/**
 * Returns the description as manifests hold it. Servers fill the facts of their edition into the texts of `slots`.
 * Servers of an earlier release know no `slots`, so the other texts have the facts of the first edition.
 */
export function withFirstFacts({ pages, ...description }: PartDescription): PartSource {
  const filled = pages.map((page) => {
    const texts = { lead: page.head.lead, description: page.description }
    const slots = Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.includes('{{')))
    if (Object.keys(slots).length === 0) return page
    const fill = (text: string) => fillFacts(text, firstWords)
    return {
      ...page,
      head: { ...page.head, lead: fill(texts.lead) },
      ...(texts.description !== undefined && { description: fill(texts.description) }),
      slots,
    }
  })
  return { ...description, pages: filled }
}

interface DescribedPart {
  readonly name: string
  readonly folder: string
  readonly description: PartDescription
}

/** Describes all parts that come with the site. */
export function describeParts(): Promise<DescribedPart[]> {
  return Promise.all(
    partNames.map(async (name) => {
      const folder = `mfe-${name}`
      return { name, folder, description: await describePart(folder) }
    }),
  )
}
