import { type PartDescription, partDescription } from '@ultimate/events/platform/part.ts'
import { z } from 'zod'

const files = z.object({ sync: z.array(z.string()) })

/** The files that a page loads before it can be drawn: those of the part, and the names of what the shell shares. */
const pageFiles = z.object({ files: z.array(z.string()), shares: z.array(z.string()) })
export type PageFiles = z.output<typeof pageFiles>

/** Reads `mf-manifest.json` without the description of the part. */
const manifestFile = z.object({
  name: z.string(),
  version: z.string().max(60),
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string().default('') }) }),
  shared: z.array(z.object({ name: z.string(), requiredVersion: z.string().optional() })).default([]),
  exposes: z.array(z.object({ assets: z.object({ js: files, css: files }) })).default([]),
  // Only hints follow from these two fields: a part without them, or with another form of them, is only slower.
  pageFiles: z.record(z.string(), pageFiles).catch({}).default({}),
  digests: z.record(z.string(), z.string()).catch({}).default({}),
})

export interface PartManifest {
  readonly name: string
  readonly version: string
  readonly description: PartDescription
  /** The versions that the part can use of what the shell shares, by package. */
  readonly shares: Readonly<Record<string, string>>
  /** Files relative to the manifest: the entry script, and what the first page of the part loads beside it. */
  readonly entry: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The files of each page, by path. */
  readonly pageFiles: Readonly<Record<string, PageFiles>>
  /** The digest that the entry asks for when it loads a file, by file, in the form of the `integrity` attribute. */
  readonly digests: Readonly<Record<string, string>>
}

/** @throws Error if the content is no manifest, or names another part */
export function readPartManifest(name: string, content: unknown): PartManifest {
  const { metaData, exposes, shared, version, ...file } = manifestFile.parse(content)
  if (file.name !== name) throw new Error(`The manifest of the part ${name} names the part ${file.name}.`)
  const { path, name: entry } = metaData.remoteEntry
  return {
    name,
    version,
    description: partDescription.parse(content),
    shares: Object.fromEntries(shared.map(({ name, requiredVersion }) => [packageOf(name), requiredVersion ?? '*'])),
    entry: path + entry,
    scripts: exposes.flatMap(({ assets }) => assets.js.sync),
    styles: exposes.flatMap(({ assets }) => assets.css.sync),
    pageFiles: file.pageFiles,
    digests: file.digests,
  }
}

/** Returns `react` for its file `react/jsx-runtime`. */
const packageOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/')
