import { LinkButton } from '@ultimate/kit/components/link-button.tsx'
import { PageHeader, SectionHead } from '@ultimate/kit/components/page-header.tsx'
import { Stat } from '@ultimate/kit/components/stat.tsx'
import styles from './dinner-info.module.css'

const expectations = [
  { what: 'Turkey, ham and sides', how: 'Made by the club teams, carved while you wait.' },
  { what: 'The Turkey Shoot', how: 'A skills competition with prizes, between two helpings.' },
  { what: 'Merchandise and discs', how: 'On site, next to the dessert table.' },
] as const

const venue = {
  name: 'Merrimack Soccer Complex',
  address: '3390 Bob Wallace Ave SW, Huntsville, AL 35805',
  map: 'https://www.openstreetmap.org/search?query=Merrimack%20Soccer%20Complex%20Huntsville',
  embeddedMap: 'https://www.openstreetmap.org/export/embed.html?bbox=-86.612%2C34.689%2C-86.588%2C34.705&layer=mapnik',
} as const

/** /dinner/info: when, what to expect, where, and how to help. */
export function DinnerInfo() {
  return (
    <div className={styles['page']}>
      <PageHeader title="The Saturday dinner" actions={<LinkButton to="/dinner/signup">Sign up to help</LinkButton>}>
        The teams cook for each other. Bring an appetite, a dish, or an apron.
      </PageHeader>
      <section aria-labelledby="schedule">
        <SectionHead title="Schedule" id="schedule" />
        <dl>
          <Stat value="6:00 PM - 9:00 PM" label="Saturday night, dinner" />
        </dl>
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
      <section aria-labelledby="location">
        <SectionHead title="Location" id="location" feather="pumpkin" />
        <address className={styles['address']}>
          <strong>{venue.name}</strong>
          <br />
          {venue.address}
        </address>
        <iframe
          className={styles['map']}
          title={`Map of the ${venue.name}`}
          src={venue.embeddedMap}
          loading="lazy"
          referrerPolicy="no-referrer"
        />
        <p>
          <a href={venue.map} target="_blank" rel="noreferrer">
            Open in maps
          </a>
        </p>
      </section>
    </div>
  )
}
