import { writeFacts } from '@ultimate/events/language/edition-facts.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { currentEdition, showEdition } from '@ultimate/kit/event/edition.ts'
import { callForTag } from '@ultimate/kit/request/api.ts'
import type { LiveKey } from '@ultimate/kit/request/live.ts'
import { LiveFeed } from '../frame/live-feed.tsx'

/** The page of settings shares the answer by its key, and needs the tag. */
const editionKey: LiveKey = ['edition', 'settings']

interface TaggedEdition {
  readonly edition: Edition
  readonly tag: string
}

async function read(signal: AbortSignal): Promise<TaggedEdition> {
  const { body, tag } = await callForTag('GET /api/edition', {}, { signal })
  return { edition: body.edition, tag }
}

function show({ edition: { state: _, version: __, ...facts } }: TaggedEdition): void {
  // The facts that the page came with are drawn already.
  const shown = currentEdition().facts
  if (JSON.stringify(facts) === JSON.stringify(shown)) return
  if (facts.colors && JSON.stringify(facts.colors) !== JSON.stringify(shown.colors)) void follow(facts.colors)
  showEdition({ facts, words: writeFacts(facts.year, facts) })
}

/** Few visitors are there when colors change. */
const follow = (colors: Edition['colors']) =>
  import(/* webpackChunkName: "tools" */ './club-look.ts').then((own) => own.showColors(colors)).catch(() => undefined)

/** Shows what a director changes about the edition on every page that is open. */
export function EditionFeed() {
  return <LiveFeed queryKey={editionKey} read={read} show={show} />
}
