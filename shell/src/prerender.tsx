import { Page as PageRoom } from '@ultimate/kit/components/layout/page.tsx'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { AuthProvider } from '@ultimate/kit/state/auth.tsx'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Footer } from './frame/footer.tsx'
import frame from './frame/frame.module.css'
import { FrameShape } from './frame/frame-shape.tsx'
import styles from './frame/page-shape.module.css'
import { PageShape } from './frame/page-shape.tsx'
import { Header } from './navigation/header.tsx'
import { documentTitle, type Page, pages } from './navigation/pages.ts'

/** What the server's first answer for an address is made of, before any script has run. */
export interface FirstAnswer {
  readonly title: string
  /** Null for pages that are not for search engines and previews. */
  readonly description: string | null
  /** The picture for previews, as a path. */
  readonly picture: string
  readonly markup: string
}

/**
 * Every page by its path, as it looks until its own content has come; home is whole. Built for Node and run once per
 * build; the first rendering in the browser replaces the markup by the same.
 */
export function firstAnswers(): Readonly<Record<string, FirstAnswer>> {
  return Object.fromEntries(Object.entries<Page>(pages).map(([name, page]) => [page.path, firstAnswer(name, page)]))
}

function firstAnswer(name: string, page: Page): FirstAnswer {
  const { path, description = null } = page
  return {
    title: documentTitle(page),
    description,
    picture: `/previews/${description === null ? 'home' : name}.png`,
    markup: renderToStaticMarkup(
      <AuthProvider>
        <StaticRouter location={path}>
          <FrameShape loading={false} header={<Header />} footer={<Footer />}>
            <noscript>
              <WithoutScripts />
            </noscript>
            <PageShape />
          </FrameShape>
        </StaticRouter>
      </AuthProvider>,
    ),
  }
}

/** What stands behind the testing gate until the shell has asked whether it is open: for a browser without scripts. */
export function gateAnswer(): string {
  return renderToStaticMarkup(
    <noscript>
      <main className={frame.problem}>
        <h1>Testing Access</h1>
        <p>
          The site is still being tested. The page that asks for the test password needs JavaScript. Without it, write
          to <a href={`mailto:${eventFacts.email}`}>{eventFacts.email}</a>.
        </p>
      </main>
    </noscript>,
  )
}

/** What matters, for a browser that runs no scripts. */
function WithoutScripts() {
  const { name, edition, datesSpoken, place, venue, poolPlay, dinner, email } = eventFacts
  return (
    <PageRoom>
      <div className={styles['facts']}>
        <p>
          <strong>
            {name}, {edition} edition
          </strong>
        </p>
        <p>
          {datesSpoken}, {place}. {venue.name}, {venue.address}.
        </p>
        <p>
          Pool play on Saturday, {poolPlay}; dinner {dinner}.
        </p>
        <p>
          Lists and forms of this site need JavaScript. Without it, write to <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </div>
    </PageRoom>
  )
}
