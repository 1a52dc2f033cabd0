import { z } from 'zod'

/** Bytes of an archive as it is sent; one of exactly this size is accepted. */
export const maxArchiveBytes = 20 * 1024 * 1024
/** Bytes of all files of an archive together once they are unpacked. */
export const maxUnpackedBytes = 60 * 1024 * 1024

/** A part's name is a folder, a segment of an address and the name of a variable in the browser. */
const nameShape = /^[a-z][a-z\d]{1,29}$/
/** Names of folders beside those of the parts, and of a path of the API (`/api/parts/preview`). */
const reserved: readonly string[] = ['shell', 'kit', 'prerender', 'preview', 'root']

export const partName = z
  .string({ error: ({ input }) => (input === undefined ? 'Please name the part.' : 'This must be text.') })
  .regex(nameShape, 'A name has 2 to 30 lower-case letters and digits and begins with a letter.')
  .refine((name) => !reserved.includes(name), 'This name means something else already.')

/** Semantic Versioning 2.0.0 without build metadata, because a version is the name of a folder as well. */
const versionShape = /^(0|[1-9]\d{0,8})(\.(0|[1-9]\d{0,8})){2}(-[\da-z-]{1,20}(\.[\da-z-]{1,20}){0,3})?$/i

export const releaseVersion = z
  .string({ error: ({ input }) => (input === undefined ? 'Please name the version.' : 'This must be text.') })
  .regex(versionShape, 'A version looks like 1.4.0 or 2.0.0-rc.1.')

/** The ranges of versions that a part needs of the page it is mounted in and of the backend. */
export const demands = z.strictObject({
  /** Contracts between the shell and its parts on which it runs: `^1`. */
  contract: z.string(),
  /** The versions of the backend's interface that the part works with, by module: `{ dinner: '^1.2' }`. */
  needs: z.record(z.string(), z.string()),
})
export type Demands = z.infer<typeof demands>
