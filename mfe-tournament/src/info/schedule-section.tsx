import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Stop, Stops } from '@ultimate/kit/components/display/stops.tsx'
import { calendarFile } from '@ultimate/kit/event/calendar.ts'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { saveFile } from '@ultimate/kit/request/save-file.ts'
import { CalendarPlus } from 'lucide-react'
import { InfoSection } from './info-section.tsx'
import { schedule } from './schedule.ts'
import styles from './schedule-section.module.css'

/** The weekend, hour by hour, to look at and to take along. */
export function Schedule() {
  return (
    <InfoSection id="schedule" feather="cranberry" lead="All times are Huntsville’s (Central Time).">
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
        onClick={() => saveFile(`thanksgiving-ultimate-${eventFacts.year}.ics`, calendarFile(schedule))}
      >
        Add to calendar
      </Button>
    </InfoSection>
  )
}

const dayAndMonth = (moment: string): string =>
  new Date(moment.slice(0, 10)).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
