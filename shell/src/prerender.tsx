import { writeLogoAddress } from '@ultimate/events/language/club-logo.ts'
import type { AnnouncedPart, PageLayout } from '@ultimate/events/platform/part.ts'
import { type FeatherTone, featherColours } from '@ultimate/kit/art/feather.tsx'
import { Page as PageRoom } from '@ultimate/kit/components/layout/page.tsx'
import { contracts } from '@ultimate/kit/contract.ts'
import { currentEdition, showEdition, useWords } from '@ultimate/kit/event/edition.ts'
import { AuthProvider } from '@ultimate/kit/state/auth.tsx'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Footer, FooterLogo } from './frame/footer.tsx'
import { FrameLayout } from './frame/frame-layout.tsx'
import styles from './frame/page-skeleton.module.css'
import { CurrentPageSkeleton, PageSkeleton, SkeletonHead } from './frame/page-skeleton.tsx'
import { Brand, Header } from './navigation/header.tsx'
import { home, homeDescription, type Page, startParts } from './navigation/pages.ts'
import { GatePage, gateTitle } from './sign-in/gate-page.tsx'

const layouts: readonly PageLayout[] = ['text', 'form', 'rows', 'cards', 'counters', 'board']
const tones = Object.keys(featherColours) as FeatherTone[]

/** A page of any part, whose texts the backend fills in. */
const partPage: Page = {
  path: '/unknown',
  label: '{{label}}',
  title: '{{title}}',
  admission: 'everyone',
  saysAccessDenied: false,
  menu: { group: '{{menu}}', order: 0, for: 'everyone' },
  head: { heading: '{{heading}}', lead: '', feather: 'pumpkin' },
  layout: 'text',
}

/** The page that lists past editions, to which the foot links. */
const archive: Page = {
  ...partPage,
  path: '/archive-of-unknown',
  label: '{{archiveLabel}}',
  menu: undefined,
  years: { title: '', heading: '', description: '' },
}

/**
 * Returns the templates of the server's first answers, with slots like `{{heading}}`. They are the frame, the home
 * page, and the pieces that show any page of a part until it has loaded. Built for Node and run once per build; the
 * first rendering in the browser replaces the markup by the same.
 */
export function templates() {
  leaveSlots()
  // There is a past edition, because the link to it is a slot as well.
  startParts([{ ...noLocation, pages: [partPage, archive] as AnnouncedPart['pages'] }], {}, [2024])
  const atHome = drawInFrame('/', <CurrentPageSkeleton />)
  const menu = findElementAround(atHome, '{{menu}}', 'li')
  const archiveLink = findElementAround(atHome, archive.label, 'span')
  const withSlots = (markup: string) => markup.replace(menu, '{{menus}}').replace(archiveLink, '{{archive}}')
  return {
    site: home.title,
    home: {
      title: home.title,
      description: homeDescription,
      picture: '/previews/home.png',
      markup: withSlots(atHome),
    },
    frame: withSlots(drawInFrame(partPage.path, '{{page}}')),
    menu,
    archive: archiveLink.replace(archive.path, '{{path}}'),
    heads: drawHeads(),
    shapes: Object.fromEntries(layouts.map((layout) => [layout, drawShape(layout)])),
    contracts,
    logos: [<Brand key="header" />, <FooterLogo key="footer" />].map(drawLogo),
  }
}

/** Draws a place of the logo with the site's own, and with the club's in slots. */
function drawLogo(place: ReactNode): { readonly own: string; readonly club: string } {
  const draw = () => renderToStaticMarkup(<StaticRouter location="/">{place}</StaticRouter>)
  const shown = currentEdition()
  const siteLogo = draw()
  const address = writeLogoAddress({ hash: '0'.repeat(64), width: 101, height: 102 })
  showEdition({ ...shown, facts: { ...shown.facts, logo: address } })
  const clubLogo = draw()
    // React puts a preload of the picture right before it, which gains nothing.
    .replace(/<link [^>]*>/, '')
    .replace(address, '{{logo}}')
    .replace('width="101"', 'width="{{logoWidth}}"')
    .replace('height="102"', 'height="{{logoHeight}}"')
  showEdition(shown)
  return { own: siteLogo, club: clubLogo }
}

/** Puts slots like `{{dates}}` in the place of the edition's words, which the server fills in when it answers. */
function leaveSlots(): void {
  const { facts, words } = currentEdition()
  const slots = Object.keys(words).map((name) => [name, `{{${name}}}`])
  showEdition({ facts, words: Object.fromEntries(slots) })
}

const noLocation = {
  name: 'unknown',
  version: null,
  manifest: '',
  entry: null,
  integrity: null,
  misfit: null,
  area: 'unknown',
  paths: [],
} satisfies Partial<AnnouncedPart>

const drawInFrame = (path: string, page: ReactNode) =>
  renderToStaticMarkup(
    <AuthProvider>
      <StaticRouter location={path}>
        <FrameLayout loading={false} header={<Header />} footer={<Footer />}>
          <noscript>
            <WithoutScripts />
          </noscript>
          {page}
        </FrameLayout>
      </StaticRouter>
    </AuthProvider>,
  )

/** Draws the heads by density, feather and whether there is a lead, as in `desk-gold-lead`. */
function drawHeads(): Record<string, string> {
  const looks = tones.flatMap((feather) => ['', '{{lead}}'].map((lead) => ({ ...partPage.head, feather, lead })))
  return Object.fromEntries(
    looks.flatMap((head) =>
      [false, true].map((isDesk) => {
        const look = [isDesk ? 'desk' : 'regular', head.feather, ...(head.lead ? ['lead'] : [])].join('-')
        const page: Page = { ...partPage, head, admission: isDesk ? 'signed-in' : 'everyone' }
        return [look, renderToStaticMarkup(<SkeletonHead page={page} />)]
      }),
    ),
  )
}

function drawShape(layout: PageLayout): string {
  const page = { ...partPage, layout }
  const head = renderToStaticMarkup(<SkeletonHead page={page} />)
  return renderToStaticMarkup(<PageSkeleton page={page} />).replace(head, '{{head}}')
}

/** Returns the markup of the element with this tag around a text. No element of the same tag may be inside. */
function findElementAround(markup: string, text: string, tag: string): string {
  const at = markup.indexOf(text)
  const start = markup.lastIndexOf(`<${tag}`, at)
  const end = markup.indexOf(`</${tag}>`, at)
  if (at < 0 || start < 0 || end < 0) throw new Error(`The markup has no <${tag}> around ${text}.`)
  return markup.slice(start, end + `</${tag}>`.length)
}

/** The page of the closed testing gate, whose form works once the script has come. */
export function gateAnswer() {
  leaveSlots()
  const { email } = currentEdition().words
  const markup = renderToStaticMarkup(
    <GatePage>
      <noscript>
        <p>
          The test password is asked for with JavaScript. Without it, write to <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </noscript>
    </GatePage>,
  )
  return { title: gateTitle, markup }
}

/** The most important information, for a browser that runs no scripts. */
function WithoutScripts() {
  const { name, ordinal, datesSpoken, city, venueAddress, poolPlay, dinner, email } = useWords()
  return (
    <PageRoom>
      <div className={styles['facts']}>
        <p>
          <strong>
            {name}, {ordinal} edition
          </strong>
        </p>
        <p>
          {datesSpoken}, {city}. {venueAddress}.
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
