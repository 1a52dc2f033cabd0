import type { EditionWords } from '@ultimate/events/language/edition-facts.ts'
import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import { accountGroup, type PartPage } from '@ultimate/events/platform/part.ts'
import escapeHtml from 'escape-html'
import { z } from 'zod'
import { type PageEdition, withLogo } from './edition.ts'

/**
 * The drawings that the shell made when it was built: the frame, the home page, and the pieces of which the first
 * answer of any page of a part is put together, with slots like `{{heading}}`. So the shell draws pages that it does
 * not know.
 */
export const templatesSchema = z.object({
  site: z.string(),
  home: z.object({ title: z.string(), description: z.string(), picture: z.string(), markup: z.string() }),
  /** The frame around each page of a part. */
  frame: z.string(),
  /** One menu of the bar. */
  menu: z.string(),
  /** The link in the foot to the page above those of past editions. */
  archive: z.string().default(''),
  /** The heads, by looks; see {@link headOfPage}. */
  heads: z.record(z.string(), z.string()),
  /** The shapes, by layout. */
  shapes: z.record(z.string(), z.string()),
  /** The places where the club's logo replaces the site's own; see {@link withLogo}. */
  logos: z.array(z.object({ own: z.string(), club: z.string() })).default([]),
  /** Sent instead of all other pages while the testing gate is closed; with the files that this page alone needs. */
  gate: z.object({ title: z.string(), markup: z.string(), files: z.array(z.string()) }),
  /** Files that the shell fetches once it rests. */
  later: z.array(z.string()),
  /** Files that the shell loads with the first part. */
  withParts: z.array(z.string()).default([]),
  /** The files of what the shell lends to parts once they ask for it, by name. */
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
  /** Null for pages that are not for search engines and previews. */
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

interface AskedPage {
  /** All pages of parts, for the menus. */
  readonly pages: readonly PartPage[]
  /** Null for the home page. */
  readonly shown: ShownPage | null
}

/**
 * Returns what stands in the place of this page until its part has come; home where `shown` is null. The shell and the
 * parts name facts of the edition in braces, as in `{{dates}}`: they are filled in last, so that none is taken for a
 * slot of its own.
 */
export function firstAnswer(templates: Templates, asked: AskedPage, edition: PageEdition): FirstAnswer {
  const { words, past } = edition
  const archive = past.length > 0 ? linkToArchive(templates, asked.pages) : ''
  const { title, site, description, picture, markup } = drawn(templates, asked, archive)
  return {
    title: fillFacts(title, words),
    site: fillFacts(site, words),
    description: description && fillFacts(description, words),
    picture,
    markup: fillFacts(withLogo(markup, templates.logos, edition), asHtml(words)),
  }
}

/** The words as text or as the value of an attribute in HTML. */
export const asHtml = (words: EditionWords): EditionWords =>
  Object.fromEntries(Object.entries(words).map(([name, word]) => [name, escapeHtml(word)])) as unknown as EditionWords

function drawn(templates: Templates, { pages, shown }: AskedPage, archive: string): FirstAnswer {
  const { home, frame, menu, site } = templates
  const menus = menuLabels(pages)
    .map((label) => filled(menu, { menu: escapeHtml(label) }))
    .join('')
  if (!shown) return { ...home, site, markup: filled(home.markup, { menus, archive }) }
  const { page, folder } = shown
  return {
    title: `${page.title} · ${site}`,
    site,
    description: page.description ?? null,
    picture: page.picture === undefined ? home.picture : `${folder}${page.picture}`,
    markup: filled(frame, { menus, archive, page: fillShape(templates, page) }),
  }
}

function linkToArchive({ archive }: Templates, pages: readonly PartPage[]): string {
  const page = pages.find(({ years }) => years !== undefined)
  return page ? filled(archive, { path: page.path, archiveLabel: escapeHtml(page.label) }) : ''
}

function fillShape({ shapes, heads }: Templates, page: PartPage): string {
  const { layout, title, head } = page
  const words = { heading: escapeHtml(head.heading), lead: escapeHtml(head.lead) }
  return filled(shapes[layout] ?? '', { title: escapeHtml(title), head: filled(heads[headOfPage(page)] ?? '', words) })
}

/** Returns the name of the drawn head that a page has: pages of staff have a smaller one. */
const headOfPage = ({ admission, head }: PartPage): string =>
  [admission === 'everyone' ? 'regular' : 'desk', head.feather, ...(head.lead ? ['lead'] : [])].join('-')

/** The menus of the bar as visitors see them, by their first entry. */
function menuLabels(pages: readonly PartPage[]): string[] {
  const entries = pages.flatMap(({ menu }) => (menu?.for === 'everyone' && menu.group !== accountGroup ? [menu] : []))
  return [...new Set(entries.toSorted((a, b) => a.order - b.order).map(({ group }) => group))]
}

/** Fills all slots at once, so that nothing that is filled in is taken for a slot. */
const filled = (template: string, slots: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (slot, name: string) =>
    Object.hasOwn(slots, name) ? (slots[name] ?? slot) : slot,
  )
