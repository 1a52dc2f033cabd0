import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { VenueMap } from '@ultimate/kit/components/display/venue-map.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { Divisions } from './divisions.tsx'
import styles from './info-page.module.css'
import { Features, InfoSection, Rules, Schedule } from './info-sections.tsx'
import { SectionNav } from './section-nav.tsx'
import { useSectionLinks } from './sections.ts'

/** /tournament/info: all that a team has to know before it comes. */
export function InfoPage() {
  useSectionLinks()
  return (
    <Page>
      <PageHeader
        title="Tournament Info"
        actions={<LinkButton to="/registration/register">Register a Team</LinkButton>}
      >
        <time dateTime={eventFacts.firstDay}>{eventFacts.datesSpoken}</time>, {eventFacts.place}. What to know before
        you pack the cleats.
      </PageHeader>
      <div className={styles['columns']}>
        <SectionNav />
        <div className={styles['sections']}>
          <Divisions />
          <Schedule />
          <Rules />
          <Features />
          <InfoSection
            id="fields"
            feather="pumpkin"
            lead="Everything happens at one sports complex in Huntsville, Alabama."
          >
            <VenueMap {...eventFacts.venue} />
          </InfoSection>
        </div>
      </div>
    </Page>
  )
}
