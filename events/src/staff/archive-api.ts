import { z } from 'zod'
import { endpoint } from '../language/endpoint.ts'
import { edition } from './edition-api.ts'
import { photo } from './photo-api.ts'

export const archiveApi = {
  readArchive: endpoint({
    method: 'GET',
    path: '/api/archive/{year}',
    summary: 'Read a past edition as visitors saw it: its facts, teams, published pools, results and photos',
    allow: 'everyone',
    // Any text is accepted: what is no year is no past edition.
    params: z.strictObject({ year: z.string().max(100) }),
    answers: {
      200: z.looseObject({
        edition,
        /** Those that were added while the edition was the current one. */
        photos: z.array(photo),
        // Other modules add what they show of it, and describe that in their own language.
      }),
    },
    errors: ['EDITION_NOT_FOUND'],
  }),
}
