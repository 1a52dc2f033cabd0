import { fillFacts } from '@ultimate/events/language/fill-facts.ts'
import { Feather } from '@ultimate/kit/art/feather.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Page as PageRoom } from '@ultimate/kit/components/layout/page.tsx'
import headerStyles from '@ultimate/kit/components/layout/page-header.module.css'
import { Loading, Skeleton, SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { useLocation } from '@ultimate/kit/router.ts'
import { useState } from 'react'
import { HomePage } from '../home/home-page.tsx'
import { home, type Page, pageAt } from '../navigation/pages.ts'
import { savedScroll } from './page-arrival.ts'
import styles from './page-skeleton.module.css'

/** The stand-in for the page at the present address until it has come; the home page is drawn at once. */
export function CurrentPageSkeleton() {
  const page = pageAt(useLocation().pathname) ?? home
  return page.layout === 'home' ? <HomePage /> : <PageSkeleton page={page} />
}

export function PageSkeleton({ page }: { readonly page: Page }) {
  const { title, layout } = page
  const [savedPosition] = useState(savedScroll)
  return (
    <PageRoom
      className={classNames(styles['shape'], layout === 'board' && styles['wide'])}
      style={savedPosition > 0 ? { minHeight: savedPosition + innerHeight } : undefined}
    >
      <SkeletonHead page={page} />
      {layout === 'rows' ? (
        <SkeletonRows label={`Loading ${title}`} rows={10} />
      ) : (
        <Body title={title} layout={layout} />
      )}
    </PageRoom>
  )
}

/** Looks like the page's own head, but has no heading: the page has not come yet. */
export function SkeletonHead({ page: { head, admission } }: { readonly page: Page }) {
  const { heading, lead, feather } = head
  const edition = useWords()
  return (
    <div className={classNames(headerStyles['header'], admission !== 'everyone' && headerStyles['desk'])}>
      <div className={headerStyles['words']}>
        <div className={headerStyles['head']}>
          <p className={classNames(styles['title'], admission !== 'everyone' && styles['deskTitle'])}>{heading}</p>
          <Feather tone={feather} className={headerStyles['feather']} />
        </div>
        {lead && <div className={headerStyles['lead']}>{fillFacts(lead, edition)}</div>}
      </div>
    </div>
  )
}

interface BodyProps {
  readonly title: string
  readonly layout: Page['layout']
}

/** The blocks of each layout: their looks, and how many there are of each. */
const blocks: Readonly<Partial<Record<Page['layout'], readonly (readonly [look: string, count: number])[]>>> = {
  text: [['paragraph', 4]],
  form: [['field', 6]],
  cards: [['card', 6]],
  counters: [
    ['counter', 3],
    ['row', 8],
  ],
  board: [['zone', 3]],
}

function Body({ title, layout }: BodyProps) {
  return (
    <Loading label={`Loading ${title}`}>
      {blocks[layout]?.map(([look, count]) => (
        <div key={look} className={styles[`${look}s`]}>
          {Array.from({ length: count }, (_, at) => `${look}-${at}`).map((key) => (
            <Skeleton key={key} shape="block" className={styles[look]} />
          ))}
        </div>
      ))}
    </Loading>
  )
}
