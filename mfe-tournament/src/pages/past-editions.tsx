import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import type { ArchivedTournament } from '@ultimate/events/tournament/api.ts'
import { ApiError, call } from '@ultimate/kit/request/api.ts'
import { useLiveQuery } from '@ultimate/kit/request/live.ts'
import { readAndStore, type StoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'

/** A past edition as visitors saw it. */
export interface Archive extends ArchivedTournament {
  readonly edition: Edition
  readonly photos: readonly Photo[]
}

const storedArchives = new Map<string, StoredAnswer>()

/** Returns the description of the answer stored on the device; always the same object for a year. */
export function storedArchive(year: string): StoredAnswer {
  const stored: StoredAnswer = storedArchives.get(year) ?? {
    key: ['edition', 'archive', year],
    form: 1,
    isPublic: true,
  }
  storedArchives.set(year, stored)
  return stored
}

/** The cast adds the fields of the tournament: the schema of the answer is staff's, which leaves them open. */
const readArchive = async (year: string, signal: AbortSignal): Promise<Archive> =>
  (await call('GET /api/archive/{year}', { params: { year } }, { signal })) as unknown as Archive

export function useArchive(year: string) {
  const answer = storedArchive(year)
  return useLiveQuery({
    key: answer.key,
    read: (signal) => readAndStore(answer, () => readArchive(year, signal)),
    retry: (failures, error) => failures < 1 && !isUnknownYear(error),
  })
}

/** True if the server knows no such past edition. */
export const isUnknownYear = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

export const storedEditions: StoredAnswer = { key: ['edition', 'all'], form: 1, isPublic: true }

/** Editions that are over, the newest first. */
export const usePastEditions = () =>
  useLiveQuery({
    key: storedEditions.key,
    read: (signal) =>
      readAndStore(storedEditions, async () => {
        const { editions } = await call('GET /api/editions', {}, { signal })
        return editions.filter(({ state }) => state === 'past')
      }),
  })

/** `27th Thanksgiving Ultimate`, as the edition was called. */
export const nameEdition = ({ ordinal, name }: Edition): string => [ordinal, name].filter(Boolean).join(' ')

/** The dates and the venue of an edition, from its own facts. */
export function EditionLine({ edition }: { readonly edition: Edition }) {
  const { datesSpoken, venue, firstDay } = writeFacts(edition.year, edition)
  return (
    <>
      <time dateTime={firstDay}>{datesSpoken}</time>
      {venue !== '' && `. ${venue}`}.
    </>
  )
}
