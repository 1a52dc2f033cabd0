import { dinnerOccasion } from '@ultimate/events/language/edition-facts.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { VenueMap } from '@ultimate/kit/components/display/venue-map.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader, SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { calendarFile, calendarName } from '@ultimate/kit/event/calendar.ts'
import { useEdition } from '@ultimate/kit/event/edition.ts'
import { download } from '@ultimate/kit/request/download.ts'
import { CalendarPlus } from 'lucide-react'
import styles from './dinner-info.module.css'

const expectations = [
  { what: 'Turkey, ham and sides', how: 'Made by the club teams, carved while you wait.' },
  { what: 'The Turkey Shoot', how: 'A skills competition between helpings, with prizes for the best shots.' },
  { what: 'Merchandise and discs', how: 'On site, next to the dessert table.' },
] as const

/** /dinner/info: when, what to expect, where, and how to help. */
export function DinnerInfo() {
  const { facts, words } = useEdition()
  return (
    <Page className={styles['page']}>
      <PageHeader title="The Saturday dinner" actions={<LinkButton to="/dinner/signup">Sign up to help</LinkButton>}>
        The teams cook for each other. Bring an appetite, a dish, or an apron.
      </PageHeader>
      <section aria-labelledby="schedule">
        <SectionHead title="Schedule" id="schedule" />
        <dl>
          <Stat value={`${words.dinnerStart} - ${words.dinnerEnd}`} label={`${words.dinnerDay}, dinner`} />
        </dl>
        <Button
          className={styles['calendar']}
          variant="secondary"
          icon={<CalendarPlus aria-hidden="true" />}
          onClick={() =>
            download(calendarName(`${words.shortName} dinner`, words.year), calendarFile([dinnerOccasion(facts)]))
          }
        >
          Add to calendar
        </Button>
      </section>
      <section aria-labelledby="expect">
        <SectionHead title="What to expect" id="expect" feather="cranberry" />
        <ul className={styles['expectations']}>
          {expectations.map(({ what, how }) => (
            <li key={what}>
              <h3>{what}</h3>
              <p>{how}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="good-to-know">
        <SectionHead title="Good to know" id="good-to-know" />
        <ul className={styles['expectations']}>
          <li>
            <h3>Bringing a dish?</h3>
            <p>
              Drop it off between {words.dishesFrom} and {words.dishesUntil}.
            </p>
          </li>
          <li>
            <h3>Serving?</h3>
            <p>Show up ten minutes before your shift.</p>
          </li>
          <li>
            <h3>Just hungry?</h3>
            <p>
              The dinner is at the fields. Questions? Email <a href={`mailto:${words.email}`}>{words.email}</a>.
            </p>
          </li>
        </ul>
      </section>
      <section aria-labelledby="location">
        <SectionHead title="Location" id="location" feather="pumpkin" />
        <VenueMap {...facts.venue} />
      </section>
    </Page>
  )
}
