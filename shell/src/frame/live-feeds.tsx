import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { currentEdition, showEdition } from '@ultimate/kit/event/edition.ts'
import { ApiError, call, callForTag } from '@ultimate/kit/request/api.ts'
import { type LiveKey, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { QueryClientProvider, queryClient } from '@ultimate/kit/request/query.ts'
import { useEffect, useState } from 'react'
import { followYear } from '../navigation/pages.ts'

/** Shows what a director changes about the edition on every page that is open. */
export function EditionFeed() {
  return <LiveFeed queryKey={editionKey} read={readEdition} show={applyEdition} />
}

/** The page of settings shares the answer by its key, and needs the tag. */
const editionKey: LiveKey = ['edition', 'settings']

interface TaggedEdition {
  readonly edition: Edition
  readonly tag: string
}

async function readEdition(signal: AbortSignal): Promise<TaggedEdition> {
  const { body, tag } = await callForTag('GET /api/edition', {}, { signal })
  return { edition: body.edition, tag }
}

function applyEdition({ edition: { state: _, version: __, ...facts } }: TaggedEdition): void {
  // The settings that the page came with are already drawn.
  const shownFacts = currentEdition().facts
  if (JSON.stringify(facts) === JSON.stringify(shownFacts)) return
  if (facts.colors && JSON.stringify(facts.colors) !== JSON.stringify(shownFacts.colors))
    void showNewColors(facts.colors)
  followYear(shownFacts.year, facts.year)
  showEdition({ facts, words: writeFacts(facts.year, facts) })
}

/** Loads the code for new colors only when they change, which few visitors see. */
const showNewColors = (colors: Edition['colors']) =>
  import(/* webpackChunkName: "tools" */ './framed-edition.ts')
    .then((module) => module.showColors(colors))
    .catch(() => undefined)

/** Follows the announcements that are in force. */
export function AnnouncementsFeed({ show }: Pick<LiveFeedProps<readonly Announcement[]>, 'show'>) {
  return (
    <LiveFeed
      queryKey={announcementsKey}
      read={readAnnouncements}
      show={show}
      // No event marks the end of an announcement, so the list is read again then.
      readAgainIn={(announcements) => nextEndIn(announcements ?? [], Date.now())}
    />
  )
}

const announcementsKey: LiveKey = ['announcements', 'all']
/** A timer of the browser takes no more than 24 days. */
const maxWaitMs = 24 * 60 * 60_000

const readAnnouncements = async (signal: AbortSignal): Promise<readonly Announcement[]> =>
  (await call('GET /api/announcements', {}, { signal })).announcements

/** Milliseconds until the next announcement ends, by this device's clock; at least a second. False without an end. */
function nextEndIn(announcements: readonly Pick<Announcement, 'until'>[], now: number): number | false {
  const ends = announcements.flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]))
  if (ends.length === 0) return false
  return Math.min(maxWaitMs, Math.max(1_000, Math.min(...ends) - now + 500))
}

type LiveQuery<Data> = Parameters<typeof useLiveQuery<Data>>[0]

interface LiveFeedProps<Data> extends Omit<LiveQuery<Data>, 'key' | 'retry'> {
  /** Begins with the live topic. */
  readonly queryKey: LiveKey
  /** Shows an answer on every page. Should be stable. */
  readonly show: (data: Data) => void
}

/** Follows an answer that every page shows. Ends on a server of an earlier release, which does not know the call. */
function LiveFeed<Data>(props: LiveFeedProps<Data>) {
  const [isKnown, setKnown] = useState(true)
  if (!isKnown) return null
  return (
    <QueryClientProvider client={queryClient}>
      <FollowedAnswer {...props} onMissing={() => setKnown(false)} />
    </QueryClientProvider>
  )
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

function FollowedAnswer<Data>({
  queryKey,
  show,
  onMissing,
  ...query
}: LiveFeedProps<Data> & { readonly onMissing: () => void }) {
  const { data, error } = useLiveQuery<Data>({
    ...query,
    key: queryKey,
    retry: (failures, cause) => failures < 1 && !isMissing(cause),
  })
  useEffect(() => {
    if (data !== undefined) show(data)
  }, [data, show])
  useEffect(() => {
    if (isMissing(error)) onMissing()
  }, [error, onMissing])
  return null
}
