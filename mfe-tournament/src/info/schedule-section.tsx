import { calendarFile } from '@ultimate/kit/calendar.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { eventFacts } from '@ultimate/kit/event-facts.ts'
import { saveFile } from '@ultimate/kit/save-file.ts'
import { CalendarPlus } from 'lucide-react'
import { InfoSection } from './info-section.tsx'
import { schedule } from './schedule.ts'
import styles from './schedule-section.module.css'

/** The weekend, hour by hour, to look at and to take along. */
export function Schedule() {
  return (
    <InfoSection id="schedule" feather="cranberry" lead="All times are Huntsville’s (Central Time).">
      <ol className={styles['stops']}>
        {schedule.map(({ slug, day, title, time, from, text }) => (
          <li key={slug} className={styles['stop']}>
            <p className={styles['day']}>
              {day}, <time dateTime={from.slice(0, 10)}>{dayAndMonth(from)}</time>
            </p>
            <p className={styles['time']}>{time}</p>
            <h3>{title}</h3>
            <p className={styles['text']}>{text}</p>
          </li>
        ))}
      </ol>
      <Button
        className={styles['calendar']}
        variant="secondary"
        icon={<CalendarPlus />}
        onClick={() => saveFile(`thanksgiving-ultimate-${eventFacts.year}.ics`, calendarFile(schedule))}
      >
        Add to calendar
      </Button>
    </InfoSection>
  )
}

const dayAndMonth = (moment: string): string =>
  new Date(moment.slice(0, 10)).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
