import { factsOf2025, writeFacts } from '@ultimate/events/language/edition-facts.ts'
import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import { partDescription } from '@ultimate/events/platform/part.ts'
import { part as dinner } from '../../mfe-dinner/src/part.ts'
import { part as staff } from '../../mfe-staff/src/part.ts'
import { part as tournament } from '../../mfe-tournament/src/part.ts'
import { home, homeDescription, type Page } from '../../shell/src/navigation/pages.ts'

export interface CheckedPage extends Page {
  /** Pages without it are not for search engines and previews. */
  readonly description?: string | undefined
}

const words = writeFacts(2025, factsOf2025)

/** Every page with a path of its own, as the shell and the parts that come with the site say. */
export const knownPages: readonly CheckedPage[] = [
  { ...home, description: homeDescription },
  ...[tournament, dinner, staff].flatMap((part) => partDescription.parse(part).pages),
].map(({ title, description, ...page }) => ({
  ...page,
  title: fillFacts(title, words),
  ...(description !== undefined && { description: fillFacts(description, words) }),
}))
