import '@ultimate/kit/styles/fonts.css'
import '@ultimate/kit/styles/tokens.css'
import '@ultimate/kit/styles/base.css'
import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import { type Release, startRelease } from '@ultimate/kit/state/release.ts'
import { eraseWithSession } from '@ultimate/kit/stored-answers/erase-with-session.ts'
import { isFramed, startUnscrolled } from './frame/page-arrival.ts'
import { prefetchWhenIdle } from './frame/when-idle.ts'
import { type Preview, startParts } from './navigation/pages.ts'
import { mendAddress } from './navigation/private-link.ts'
import { storeOfflineCopy } from './release/offline-copy.ts'
import { isMounted } from './remotes/load-part.ts'
import { watchPartErrors } from './remotes/part-errors.ts'
import { trustScriptsOf } from './remotes/trusted-scripts.ts'
import { surviveTranslation } from './translated-pages.ts'

const defaultSettings: PageSettings = { gate: 'open', remotes: [], release: null, later: [], preview: {}, past: [] }
const settings = readPageSettings()
mendAddress()
// This listener comes before the router, which listens for the same event.
addEventListener('popstate', mendAddress)
startRelease(settings.release)
startParts(settings.remotes, settings.preview, settings.past)
trustScriptsOf(settings.remotes)
watchPartErrors(isMounted)
eraseWithSession()
surviveTranslation()
startUnscrolled()
prefetchWhenIdle(settings.later)
if (settings.gate === 'open') storeOfflineCopy(settings)
if (isFramed())
  void import(/* webpackChunkName: "tools" */ './frame/framed-edition.ts').then((module) => module.followDraft())

void drawSite()

/**
 * Draws the site in short tasks, so that a finger that touches the page meanwhile does not wait for all of them. React
 * and the shell's own modules each load in a task, and the transition is drawn in slices of a few milliseconds.
 */
async function drawSite() {
  await nextTask()
  const [{ startTransition }, { createRoot }] = await Promise.all([
    import(/* webpackMode: "eager" */ 'react'),
    import(/* webpackMode: "eager" */ 'react-dom/client'),
  ])
  await nextTask()
  const [{ App, gateTried }, { preloadOnApproach }] = await Promise.all([
    import(/* webpackMode: "eager" */ './app.tsx'),
    import(/* webpackMode: "eager" */ './routes.tsx'),
  ])
  preloadOnApproach()
  if (settings.gate === 'closed') await gateTried().then(nextTask)
  const root = document.getElementById('root')
  if (root) startTransition(() => createRoot(root).render(<App gate={settings.gate} />))
}

function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
}

/** The settings that the backend writes into every page, so that nothing has to be asked before the first paint. */
interface PageSettings {
  /** The gate for this visitor; open where there is none. */
  readonly gate: 'open' | 'closed'
  /** The parts, and the description of each. */
  readonly remotes: readonly AnnouncedPart[]
  /** Null where the server does not know. */
  readonly release: Release | null
  /** Files of the shell that the first page does without. */
  readonly later: readonly string[]
  /** Versions by part that this browser gets, where they differ from those of all visitors. */
  readonly preview: Preview
  /** The years of past editions. */
  readonly past: readonly number[]
}

function readPageSettings(): PageSettings {
  const text = document.getElementById('page-settings')?.textContent
  return text ? { ...defaultSettings, ...(JSON.parse(text) as Partial<PageSettings>) } : defaultSettings
}
