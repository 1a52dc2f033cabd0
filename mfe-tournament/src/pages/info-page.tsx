import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import { FeatherMarks } from '@ultimate/kit/art/feather.tsx'
import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { VenueMap } from '@ultimate/kit/components/display/venue-map.tsx'
import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts, useWords } from '@ultimate/kit/event/edition.ts'
import { Link } from '@ultimate/kit/router.ts'
import { useEffect, useRef } from 'react'
import styles from './info-page.module.css'
import { Features, InfoSection, Rules, Schedule } from './info-sections.tsx'
import { sections, useSectionInView, useSectionLinks } from './sections.ts'

/** /tournament/info: all that a team has to know before it comes. */
export function InfoPage() {
  useSectionLinks()
  const { firstDay, datesSpoken, city } = useWords()
  const { venue } = useFacts()
  return (
    <Page>
      <PageHeader
        title="Tournament Info"
        actions={<LinkButton to="/registration/register">Register a Team</LinkButton>}
      >
        <time dateTime={firstDay}>{datesSpoken}</time>, {city}. What to know before you pack the cleats.
      </PageHeader>
      <div className={styles['columns']}>
        <SectionNav />
        <div className={styles['sections']}>
          <Divisions />
          <Schedule />
          <Rules />
          <Features />
          <InfoSection id="fields" feather="pumpkin" lead={`Everything happens at one sports complex in ${city}.`}>
            <VenueMap {...venue} />
          </InfoSection>
        </div>
      </div>
    </Page>
  )
}

/** Two ways to play, as two cards. */
function Divisions() {
  const { divisions } = useFacts()
  return (
    <InfoSection id="divisions" feather="gold">
      <div className={styles['cards']}>
        <Card className={styles['card']}>
          <Throw d="M10 108C48 46 120 16 214 26" />
          <h3 className={styles['name']}>{divisionLabels.comp}</h3>
          <p>{divisions.comp}</p>
        </Card>
        <Card className={styles['card']}>
          <Throw d="M10 106C34 40 78 30 92 62s-26 46-28 14S116 12 214 40" feathers />
          <h3 className={styles['name']}>{divisionLabels.rec}</h3>
          <p>{divisions.rec}</p>
        </Card>
      </div>
    </InfoSection>
  )
}

/** The flight of a disc: straight and far for some, around a loop with a tail of feathers for others. */
function Throw({ d, feathers = false }: { readonly d: string; readonly feathers?: boolean }) {
  const [x, y] = d.split(/[\s]/).slice(-2).map(Number)
  return (
    <svg className={styles['throw']} viewBox="0 0 260 120" width="260" height="120" aria-hidden="true">
      <path
        d={d}
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray="1 10"
      />
      <g transform={`translate(${(x ?? 0) + 8} ${y ?? 0})`}>
        {feathers &&
          [-150, -118, -86].map((angle, index) => (
            <FeatherMarks
              key={angle}
              tone={index === 1 ? 'gold' : 'cranberry'}
              length={46}
              halfWidth={10}
              transform={`rotate(${angle + 30})`}
            />
          ))}
        <g transform={`rotate(${feathers ? 18 : 8})`}>
          <path d="M-30 0v5a30 14 0 0 0 60 0v-5Z" fill="var(--art-disc-rim)" />
          <ellipse rx="30" ry="14" fill="var(--art-disc)" stroke="var(--art-disc-rim)" />
          <ellipse rx="20" ry="9" fill="none" stroke="var(--art-pumpkin)" strokeWidth="2.5" />
        </g>
      </g>
    </svg>
  )
}

/** Links to the sections: a rail beside them on wide screens, a row that stays on top on phones. */
function SectionNav() {
  const current = useSectionInView()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href$="#${current}"]`)
    if (!row.current || !link) return
    // Only the row scrolls: scrolling the link itself into view would move the page as well.
    row.current.scrollTo({ left: link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2 })
  }, [current])
  return (
    <nav ref={floatsAtTop} className={styles['nav']} aria-label="On this page">
      <ul className={classNames('sideways', styles['row'])} ref={row}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <Link to={`#${id}`} className={styles['link']} aria-current={id === current ? 'location' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
