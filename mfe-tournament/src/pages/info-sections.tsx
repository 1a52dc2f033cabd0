import type { FeatherTone } from '@ultimate/kit/art/feather.tsx'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Stop, Stops } from '@ultimate/kit/components/display/stops.tsx'
import { SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { calendarFile, calendarName } from '@ultimate/kit/event/calendar.ts'
import { useEdition, useFacts } from '@ultimate/kit/event/edition.ts'
import { download } from '@ultimate/kit/request/download.ts'
import { CalendarPlus, Disc3, HeartPulse, type LucideIcon, Store, Target, Utensils } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './info-sections.module.css'
import { buildSchedule } from './schedule.ts'
import { type SectionId, sections } from './sections.ts'

interface InfoSectionProps {
  readonly id: SectionId
  readonly feather: FeatherTone
  /** A sentence under the head. */
  readonly lead?: string
  readonly children: ReactNode
}

/** A section that can be linked to, and that takes the focus when a link leads to it. */
export function InfoSection({ id, feather, lead, children }: InfoSectionProps) {
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
export function Schedule() {
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
export function Rules() {
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
export function Features() {
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
