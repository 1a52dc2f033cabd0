import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { currentEdition, showEdition } from '@ultimate/kit/event/edition.ts'
import { call } from '@ultimate/kit/request/api.ts'
import type { LiveKey } from '@ultimate/kit/request/live.ts'
import { LiveFeed } from '../frame/live-feed.tsx'

const editionKey: LiveKey = ['edition', 'current']

const read = async (signal: AbortSignal): Promise<Edition> => (await call('GET /api/edition', {}, { signal })).edition

function show({ state: _, version: __, ...facts }: Edition): void {
  // What the page came with is drawn already.
  if (JSON.stringify(facts) === JSON.stringify(currentEdition().facts)) return
  showEdition({ facts, words: writeFacts(facts.year, facts) })
}

/** Shows what a director changes about the edition on every page that is open. */
export function EditionFeed() {
  return <LiveFeed queryKey={editionKey} read={read} show={show} />
}
