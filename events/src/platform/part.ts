import { z } from 'zod'

/**
 * The parts that come with the site, which ship apart from the shell: the one list of their names. The folder of each
 * is `mfe-<name>`, and this is the order in which they are listed to people.
 */
export const partNames = ['tournament', 'dinner', 'staff'] as const
export type PartName = (typeof partNames)[number]

/**
 * The declaration of a part, in `mfe-<name>/src/part.ts`. The build writes it into the part's `mf-manifest.json`, from
 * which the backend reads it; the shell gets it with every page. A part that is newer than its reader may declare more
 * than the reader understands: keys that are not known are left out, and looks that are not known replaced by plain
 * ones. Leads and descriptions name facts of the edition in braces, as in `{{dates}}` (`EditionWords`).
 */

const sentence = z.string().trim().min(1).max(300)
const words = z.string().trim().min(1).max(80)

/** `/dinner/checkin`: without a slash at the end, and without variables. */
const path = z
  .string()
  .max(200)
  .regex(/^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/)

/** The people who may open a page or see an entry of a menu: everyone, signed-in users, or these roles. */
const admission = z.union([z.enum(['everyone', 'signed-in']), z.array(z.string().max(40)).readonly()])
export type Admission = z.output<typeof admission>

/** The layout of a page's content, for the placeholder that is shown until the content is loaded. */
export const pageLayouts = ['text', 'form', 'rows', 'cards', 'counters', 'board'] as const
export const featherTones = ['cranberry', 'pumpkin', 'gold', 'cream', 'bark'] as const

/** The group of entries that stand in the user's own menu; all others are menus of the bar. */
export const accountGroup = 'Account'

const pageWithSlots = z.object({
  path,
  label: words,
  /** The document's title, before the name of the site. */
  title: words,
  admission,
  /** The sentences for those who may not open the page: a visitor, and a user of another role, which `{role}` names. */
  turnedAway: z.object({ visitor: sentence, user: sentence }).optional(),
  /**
   * True where the page itself shows "Access Denied" when the session ends meanwhile, and goes on after the next login.
   */
  saysAccessDenied: z.boolean().default(false),
  /** The roles whose first page it is: they are led here when they have signed in on the home page. */
  firstFor: z.array(z.string().max(40)).readonly().optional(),
  /** A group stands where its entry with the lowest number stands. */
  menu: z.object({ group: words, order: z.number(), for: admission }).optional(),
  head: z.object({
    heading: words,
    lead: z.string().max(300).default(''),
    feather: z.enum(featherTones).catch('pumpkin').default('pumpkin'),
  }),
  layout: z.enum(pageLayouts).catch('text').default('text'),
  /** The name of the stored answer that a page which works offline shows then. */
  offline: z.string().max(100).optional(),
  /** Present where each past edition has a page below this one: its texts, in which `{year}` stands for the year. */
  years: z.object({ title: words, heading: words, description: z.string().max(300) }).optional(),
  /** The text for search engines and previews of links, in about 150 characters. Pages without it are not for them. */
  description: z.string().max(300).optional(),
  /** The picture for previews of links: a file of the part, relative to its manifest. */
  picture: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*\.png$/)
    .optional(),
  /**
   * The build adds it: the texts with their braces. In `head.lead` and `description` it puts the facts of 2025 in place
   * of the braces, for servers of earlier releases, which fill in none.
   */
  slots: z.object({ lead: z.string().max(300).optional(), description: z.string().max(300).optional() }).optional(),
})

const page = pageWithSlots.transform(({ slots = {}, ...declared }) => ({
  ...declared,
  head: { ...declared.head, lead: slots.lead ?? declared.head.lead },
  ...(slots.description !== undefined && { description: slots.description }),
}))

export const partDescription = z
  .object({
    /** The words for its pages, as in "The dinner pages didn’t load". */
    area: words,
    /** Versions of the shell's contract that the part can be mounted under: a range as npm writes it. */
    contract: z.string().min(1).max(60),
    /** The versions of the backend's interface that the part can use, as ranges by module. */
    needs: z.record(z.string().max(40), z.string().min(1).max(60)),
    /** All pages at or below these paths are the part's. */
    paths: z.array(path).min(1).max(20).readonly(),
    pages: z.array(page).max(100).readonly(),
  })
  .refine(({ paths, pages }) => pages.every((one) => liesBelow(paths, one.path)), {
    error: 'A page lies outside the paths that the part owns.',
  })

/** The description as `part.ts` writes it. */
export type PartSource = z.input<typeof partDescription>
/** The description as readers get it. */
export type PartDescription = z.output<typeof partDescription>
export type PartPage = PartDescription['pages'][number]
export type PageLayout = PartPage['layout']

/** A part as every page announces it to the shell. */
export interface AnnouncedPart extends Pick<PartDescription, 'area' | 'paths'> {
  readonly name: string
  /** Null while its manifest is not known. */
  readonly version: string | null
  /** Address of the part's `mf-manifest.json`. */
  readonly manifest: string
  /** The entry script that the manifest names; null while the backend does not know it. */
  readonly entry: string | null
  /**
   * Digest of the entry script in the form of the `integrity` attribute. While `entry` is null, the digest that an entry
   * named later must have.
   */
  readonly integrity: string | null
  /**
   * Why the part cannot run here, and what would help, as a sentence; it is not loaded then. Named as older shells read
   * it: `npm run dev -- --only` announces a part to the shell of a running site.
   */
  readonly misfit: string | null
  readonly pages: readonly Omit<PartPage, 'description' | 'picture'>[]
}

/** Returns whether `path` lies at or below one of these paths. */
export const liesBelow = (paths: readonly string[], path: string): boolean =>
  paths.some((one) => `${path}/`.startsWith(`${one}/`))
