import { divisionLabels } from '@ultimate/events/tournament/team.ts'
import type { FeatherTone } from '@ultimate/kit/art/feather.tsx'
import { FeatherMarks } from '@ultimate/kit/art/feather.tsx'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { Card } from '@ultimate/kit/components/display/card.tsx'
import { Stop, Stops } from '@ultimate/kit/components/display/stops.tsx'
import { VenueMap } from '@ultimate/kit/components/display/venue-map.tsx'
import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader, SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { calendarFile, calendarName } from '@ultimate/kit/event/calendar.ts'
import { useEdition, useFacts, useWords } from '@ultimate/kit/event/edition.ts'
import { download } from '@ultimate/kit/request/download.ts'
import { Link, useLocation, useNavigationType } from '@ultimate/kit/router.ts'
import { CalendarPlus, Disc3, HeartPulse, type LucideIcon, Store, Target, Utensils } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './info-page.module.css'
import { buildSchedule } from './info-schedule.ts'

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

/** The sections of the page by the names under which they are linked to, in their order. */
const sections = [
  { id: 'divisions', label: 'Divisions' },
  { id: 'schedule', label: 'Schedule' },
  { id: 'rules', label: 'Rules' },
  { id: 'features', label: 'Features' },
  { id: 'fields', label: 'Fields' },
] as const
type SectionId = (typeof sections)[number]['id']

/** Returns the section that an address names; undefined without one. */
const sectionIn = (hash: string): SectionId | undefined =>
  sections.find(({ id }) => `#${id}` === hash.toLowerCase())?.id

/**
 * Makes links to sections work although the page renders late: the first load, and back and forward, scroll to the section in
 * the address, and not to the position in which the page was left. The focus moves there too.
 */
function useSectionLinks(): void {
  const location = useLocation()
  const navigationType = useNavigationType()
  useEffect(() => {
    const section = document.getElementById(sectionIn(location.hash) ?? '')
    // POP is also the first load, for which the router has restored a position already. After other navigations, the router
    // scrolls to the section.
    if (navigationType === 'POP') section?.scrollIntoView({ behavior: 'instant' })
    section?.focus({ preventScroll: true })
  }, [location, navigationType])
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
  const [endX, endY] = d.split(/[\s]/).slice(-2).map(Number)
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
      <g transform={`translate(${(endX ?? 0) + 8} ${endY ?? 0})`}>
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
    // Scrolls the row alone, because scrolling the link into view would move the page too.
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

/** A line across the screen, a little above its middle. The section that crosses it is the one being read. */
const readingLine = { rootMargin: '-30% 0px -69% 0px' }

/** The section that is being read, updated while the page scrolls. */
function useSectionInView(): SectionId {
  const { hash } = useLocation()
  const [current, setCurrent] = useState<SectionId>(sectionIn(hash) ?? sections[0].id)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const crossing = entries.find(({ isIntersecting }) => isIntersecting)
      const section = crossing && sectionIn(`#${crossing.target.id}`)
      if (section) setCurrent(section)
    }, readingLine)
    for (const { id } of sections) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return current
}

interface InfoSectionProps {
  readonly id: SectionId
  readonly feather: FeatherTone
  /** A sentence under the head. */
  readonly lead?: string
  readonly children: ReactNode
}

/** A section that can be linked to, and that takes the focus when a link leads to it. */
function InfoSection({ id, feather, lead, children }: InfoSectionProps) {
  const title = sections.find((section) => section.id === id)?.label ?? ''
  return (
    <section className={styles['section']} id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <SectionHead title={title} id={`${id}-title`} feather={feather}>
        {lead}
      </SectionHead>
      {children}
    </section>
  )
}

/** The weekend's schedule, with a calendar file. */
function Schedule() {
  const edition = useEdition()
  const schedule = buildSchedule(edition)
  const { town, name, year } = edition.words
  return (
    <InfoSection id="schedule" feather="cranberry" lead={`All times are ${town}’s (Central Time).`}>
      <Stops>
        {schedule.map(({ slug, day, title, time, from, text }) => (
          <Stop
            key={slug}
            day={
              <>
                {day}, <time dateTime={from.slice(0, 10)}>{dayAndMonth(from)}</time>
              </>
            }
            time={time}
            title={title}
            text={text}
          />
        ))}
      </Stops>
      <Button
        className={styles['calendar']}
        variant="secondary"
        icon={<CalendarPlus />}
        onClick={() => download(calendarName(name, year), calendarFile(schedule))}
      >
        Add to calendar
      </Button>
    </InfoSection>
  )
}

const dayAndMonth = (moment: string): string =>
  new Date(moment.slice(0, 10)).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** The rules in numbers. */
function Rules() {
  const { game_rules: rules } = useFacts()
  return (
    <InfoSection id="rules" feather="gold">
      <dl className={styles['board']} data-ground="festive">
        {rules.map(({ what, number, how }) => (
          <div key={what} className={styles['rule']}>
            <dt>{what}</dt>
            <dd className={styles['number']}>{number}</dd>
            <dd className={styles['how']}>{how}</dd>
          </div>
        ))}
      </dl>
    </InfoSection>
  )
}

interface Feature {
  readonly icon: LucideIcon
  readonly what: string
  readonly text: string
}

const features: readonly Feature[] = [
  { icon: Utensils, what: 'Saturday dinner', text: 'With turkey and ham, plus everything the teams bring.' },
  { icon: Target, what: 'A shoot competition', text: 'The Turkey Shoot, with prizes for the best shots.' },
  { icon: Store, what: 'Headquarters', text: 'Snacks and merchandise, and someone who knows the answer.' },
  { icon: HeartPulse, what: 'An on-site trainer', text: 'For ankles, shoulders and good advice.' },
  { icon: Disc3, what: 'Merchandise and discs', text: 'This year’s designs, to throw and to wear.' },
]

/** The offers of the weekend beside the games. */
function Features() {
  return (
    <InfoSection id="features" feather="cranberry">
      <ul className={styles['features']}>
        {features.map(({ icon: Icon, what, text }) => (
          <li key={what} className={styles['feature']}>
            <span className={styles['sign']}>
              <Icon aria-hidden="true" />
            </span>
            <h3>{what}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </InfoSection>
  )
}
