import type { EditionWords } from '@ultimate/events/language/edition-facts.ts'
import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import { accountGroup, type PartPage } from '@ultimate/events/platform/part.ts'
import escapeHtml from 'escape-html'
import { z } from 'zod'
import { type PageEdition, withLogo } from './edition.ts'

/**
 * The markup that the shell drew when it was built: the home page, the frame, and the pieces of the first answer for
 * pages of parts, with slots like `{{heading}}`. So there is markup for pages that the shell did not know.
 */
export const templatesSchema = z.object({
  site: z.string(),
  home: z.object({ title: z.string(), description: z.string(), picture: z.string(), markup: z.string() }),
  /** The frame around each page of a part. */
  frame: z.string(),
  /** One menu of the bar. */
  menu: z.string(),
  /** The link in the foot to the page above the pages of past editions. */
  archive: z.string().default(''),
  /** The heads, by their names; see {@link headOfPage}. */
  heads: z.record(z.string(), z.string()),
  /** The shapes, by layout. */
  shapes: z.record(z.string(), z.string()),
  /** The places where the club's logo replaces the site's own; see {@link withLogo}. */
  logos: z.array(z.object({ own: z.string(), club: z.string() })).default([]),
  /**
   * The page that is sent instead of all others while the testing gate is closed, with the files that it alone needs.
   */
  gate: z.object({ title: z.string(), markup: z.string(), files: z.array(z.string()) }),
  /** Files that the shell fetches once it is idle. */
  later: z.array(z.string()),
  /** Files that the shell loads with the first part. */
  withParts: z.array(z.string()).default([]),
  /** The files of what the shell shares with parts only when they ask for it, by name. */
  lends: z.record(z.string(), z.array(z.string())).default({}),
  /** Versions of the shell's contract under which it mounts parts. */
  contracts: z.array(z.number().int()),
  /** The version that the shell shares with the parts, by package. */
  shares: z.record(z.string(), z.string()),
})
export type Templates = z.output<typeof templatesSchema>

/** Title, preview and markup of the server's answer for an address, before any script has run. */
export interface FirstAnswer {
  readonly title: string
  /** The name of the site. */
  readonly site: string
  /** Null for pages that search engines and previews do not show. */
  readonly description: string | null
  /** The address of the picture for previews. */
  readonly picture: string
  readonly markup: string
}

/** A page of a part, whose files stand in a folder of this address. */
export interface ShownPage {
  readonly page: PartPage
  readonly folder: string
}

interface PageRequest {
  /** All pages of parts, for the menus. */
  readonly pages: readonly PartPage[]
  /** Null for the home page. */
  readonly shown: ShownPage | null
}

/**
 * Returns what a browser shows of this page until its part has loaded; the home page if `shown` is null. Shell and
 * parts name facts of the edition in braces, such as `{{dates}}`. These are filled in last, so that no fact is taken
 * for a slot.
 */
export function firstAnswer(templates: Templates, request: PageRequest, edition: PageEdition): FirstAnswer {
  const { words, past } = edition
  const archive = past.length > 0 ? linkToArchive(templates, request.pages) : ''
  const { title, site, description, picture, markup } = fillTemplates(templates, request, archive)
  return {
    title: fillFacts(title, words),
    site: fillFacts(site, words),
    description: description && fillFacts(description, words),
    picture,
    markup: fillFacts(withLogo(markup, templates.logos, edition), asHtml(words)),
  }
}

/** Returns the words for text and attributes in HTML. */
export const asHtml = (words: EditionWords): EditionWords =>
  Object.fromEntries(Object.entries(words).map(([name, word]) => [name, escapeHtml(word)])) as unknown as EditionWords

function fillTemplates(templates: Templates, { pages, shown }: PageRequest, archive: string): FirstAnswer {
  const { home, frame, menu, site } = templates
  const menus = menuLabels(pages)
    .map((label) => fillSlots(menu, { menu: escapeHtml(label) }))
    .join('')
  if (!shown) return { ...home, site, markup: fillSlots(home.markup, { menus, archive }) }
  const { page, folder } = shown
  return {
    title: `${page.title} · ${site}`,
    site,
    description: page.description ?? null,
    picture: page.picture === undefined ? home.picture : `${folder}${page.picture}`,
    markup: fillSlots(frame, { menus, archive, page: fillShape(templates, page) }),
  }
}

function linkToArchive({ archive }: Templates, pages: readonly PartPage[]): string {
  const page = pages.find(({ years }) => years !== undefined)
  return page ? fillSlots(archive, { path: page.path, archiveLabel: escapeHtml(page.label) }) : ''
}

function fillShape({ shapes, heads }: Templates, page: PartPage): string {
  const { layout, title, head } = page
  const words = { heading: escapeHtml(head.heading), lead: escapeHtml(head.lead) }
  return fillSlots(shapes[layout] ?? '', {
    title: escapeHtml(title),
    head: fillSlots(heads[headOfPage(page)] ?? '', words),
  })
}

/** Returns the name of a page's head: `regular-gold-lead`, or `desk-…` for pages of staff, which is smaller. */
const headOfPage = ({ admission, head }: PartPage): string =>
  [admission === 'everyone' ? 'regular' : 'desk', head.feather, ...(head.lead ? ['lead'] : [])].join('-')

/** Returns the menus of the bar as visitors see them, ordered by their first entries. */
function menuLabels(pages: readonly PartPage[]): string[] {
  const entries = pages.flatMap(({ menu }) => (menu?.for === 'everyone' && menu.group !== accountGroup ? [menu] : []))
  return [...new Set(entries.toSorted((a, b) => a.order - b.order).map(({ group }) => group))]
}

/** Fills all slots at once, so that no filled text is taken for a slot. */
const fillSlots = (template: string, slots: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (slot, name: string) =>
    Object.hasOwn(slots, name) ? (slots[name] ?? slot) : slot,
  )
