import { z } from 'zod'
import { defineErrors } from '../language/domain-error.ts'
import { endpoint, type OperationsOf } from '../language/endpoint.ts'
import { releasers, tdOnly } from '../language/roles.ts'
import { releaseErrors } from './errors.ts'
import { demands, maxArchiveBytes, partName, releaseVersion } from './part.ts'

const release = z.strictObject({
  version: z.string(),
  at: z.iso.datetime(),
  /** The name of the one who released it; null for the version that came with the site. */
  by: z.string().nullable(),
  ...demands.shape,
  /** Bytes of its files. */
  size: z.int(),
  /** Explains why the site cannot serve this release; absent where it has not tried or can. */
  problem: z.string().optional(),
  /** True if this version came with a new site, but an earlier release stays live until someone activates this one. */
  isHeldBack: z.boolean().optional(),
})
export type Release = z.infer<typeof release>

const part = z.strictObject({
  name: z.string(),
  /** The version that visitors get; null for a part of which nothing has been live yet. */
  live: z.string().nullable(),
  /** The moment it went live, and the one who activated it; null for the version that came with the site. */
  since: z.iso.datetime().nullable(),
  by: z.string().nullable(),
  canary: z.strictObject({ version: z.string(), percent: z.int() }).nullable(),
  /** The version that a rollback makes live; null where there is nothing to roll back to. */
  previous: z.string().nullable(),
  /** Newest first. */
  releases: z.array(release),
  /** The number of errors that pages have reported, by version. */
  errors: z.array(z.strictObject({ version: z.string(), count: z.int() })),
})
export type ListedPart = z.infer<typeof part>

const partError = z.strictObject({
  version: z.string(),
  /** The message without anything that could be about a person. */
  message: z.string(),
  /** Innermost call first. */
  stack: z.array(z.string()),
  /** The number of reports by pages of visitors, and by those of previews. */
  count: z.int(),
  previews: z.int(),
  lastAt: z.iso.datetime(),
})
export type PartError = z.infer<typeof partError>

export const releasesErrors = defineErrors({
  ...releaseErrors.registry,
  RELEASE_DOES_NOT_FIT: { status: 409, message: 'This release does not fit the site.' },
  RELEASE_INVALID: { status: 422, message: 'This cannot be released.' },
  ARCHIVE_TOO_LARGE: { status: 413, message: 'An archive may have at most 20 MB.' },
  RELEASE_TOKEN_ENDED: {
    status: 401,
    message: 'This release token is not valid any more. Please ask a TD for a new one.',
  },
})

/** A name or version of an impossible form is answered as an unknown one: 404. */
const partParams = z.strictObject({ name: partName })
const someVersion = z
  .string({ error: ({ input }) => (input === undefined ? 'Please name the version.' : 'This must be text.') })
  .max(100, 'Please use at most 100 characters.')

/** Multipart with `archive`, or JSON with `manifest`. */
const newRelease = z
  .strictObject({
    version: releaseVersion,
    archive: z.file().optional(),
    manifest: z
      .url({ protocol: /^https?$/, error: 'This has to be the http or https address of an mf-manifest.json.' })
      .max(2000, 'Please use at most 2000 characters.')
      .optional(),
  })
  .refine(({ archive, manifest }) => (archive === undefined) !== (manifest === undefined), {
    path: ['archive'],
    error: 'Please send an archive, or the address of a manifest.',
  })

const notFound = ['PART_NOT_FOUND', 'RELEASE_NOT_FOUND'] as const

export const releasesApi = {
  listParts: endpoint({
    method: 'GET',
    path: '/api/parts',
    summary:
      'List the parts with their releases, what is live, and errors by version; a release token sees its own part',
    allow: releasers,
    answers: { 200: z.strictObject({ parts: z.array(part) }) },
    personal: true,
  }),
  addPart: endpoint({
    method: 'POST',
    path: '/api/parts',
    summary: 'Add a part to the site; it shows once a release of it is live',
    allow: tdOnly,
    body: z.strictObject({ name: partName }),
    answers: { 201: z.strictObject({ part }) },
    errors: ['PART_EXISTS'],
  }),
  releasePart: endpoint({
    method: 'POST',
    path: '/api/parts/{name}/releases',
    summary:
      'Release a version of a part: a tar.gz of the built folder (multipart), or the address of its manifest (JSON). No visitor gets it yet',
    allow: releasers,
    partParam: 'name',
    params: partParams,
    body: newRelease,
    form: { maxFile: maxArchiveBytes, orJson: true },
    answers: { 201: z.strictObject({ release }) },
    errors: ['PART_NOT_FOUND', 'RELEASE_EXISTS', 'RELEASE_DOES_NOT_FIT', 'RELEASE_INVALID', 'ARCHIVE_TOO_LARGE'],
  }),
  activatePart: endpoint({
    method: 'POST',
    path: '/api/parts/{name}/activate',
    summary: 'Make a release live for all visitors, or with `percent` for so many of a hundred: a canary',
    allow: releasers,
    partParam: 'name',
    params: partParams,
    body: z.strictObject({
      version: someVersion,
      percent: z
        .int('This must be a whole number.')
        .min(1, 'A canary has from 1 to 99 percent of the visitors.')
        .max(99, 'A canary has from 1 to 99 percent of the visitors.')
        .optional(),
    }),
    answers: { 200: z.strictObject({ part }) },
    errors: [...notFound, 'RELEASE_DOES_NOT_FIT', 'RELEASE_IS_LIVE', 'STALE'],
  }),
  rollBackPart: endpoint({
    method: 'POST',
    path: '/api/parts/{name}/rollback',
    summary: 'End a canary, or make live again what was live before',
    allow: releasers,
    partParam: 'name',
    params: partParams,
    answers: { 200: z.strictObject({ part }) },
    errors: ['PART_NOT_FOUND', 'NOTHING_TO_ROLL_BACK', 'STALE'],
  }),
  issueToken: endpoint({
    method: 'POST',
    path: '/api/parts/{name}/tokens',
    summary: 'Issue a release token, with which a team releases its own part and does nothing else; it is shown once',
    allow: tdOnly,
    params: partParams,
    answers: { 201: z.strictObject({ token: z.string() }) },
    errors: ['PART_NOT_FOUND'],
  }),
  endTokens: endpoint({
    method: 'DELETE',
    path: '/api/parts/{name}/tokens',
    summary: 'End all release tokens of a part',
    allow: tdOnly,
    params: partParams,
    answers: { 204: null },
    errors: ['PART_NOT_FOUND'],
  }),
  previewPart: endpoint({
    method: 'POST',
    path: '/api/parts/{name}/preview',
    summary: 'Show a release of a part in this browser alone, by a signed cookie',
    allow: releasers,
    partParam: 'name',
    params: partParams,
    body: z.strictObject({ version: someVersion }),
    answers: { 204: null },
    errors: [...notFound, 'RELEASE_DOES_NOT_FIT'],
  }),
  endPreview: endpoint({
    method: 'DELETE',
    path: '/api/parts/preview',
    summary: 'Show this browser what all visitors get',
    allow: 'everyone',
    ignoresToken: true,
    answers: { 204: null },
    limit: { name: 'end-preview', seconds: 60, perNetwork: 60, rejectedPerNetwork: 60 },
  }),
  listPartErrors: endpoint({
    method: 'GET',
    path: '/api/parts/{name}/errors',
    summary:
      'List the last errors of a part by version, with the places in its sources; errors in previews are counted apart',
    allow: releasers,
    partParam: 'name',
    params: partParams,
    answers: { 200: z.strictObject({ errors: z.array(partError) }) },
    errors: ['PART_NOT_FOUND'],
    personal: true,
  }),
  reportPartError: endpoint({
    method: 'POST',
    path: '/api/part-errors',
    summary: 'Report an error of a part in a page; counted and stored by part and version where both are known',
    allow: 'everyone',
    ignoresToken: true,
    body: z.strictObject({
      part: z.string().max(200),
      version: z.string().max(200),
      message: z.string().max(10_000),
      stack: z.string().max(10_000).optional(),
    }),
    answers: { 204: null },
    limit: { name: 'part-errors', seconds: 60, perNetwork: 60, rejectedPerNetwork: 60 },
  }),
}
/** Version of these calls, which parts declare to need. A new call or field raises the middle number, a removed one the first. */
export const releasesInterface = '1.2.0'
export type ReleasesOperations = OperationsOf<typeof releasesApi>
