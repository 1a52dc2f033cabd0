import { ExternalLink } from '@ultimate/kit/components/buttons/button.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader, SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
import { BlankDisc, BlankJersey } from './blank-designs.tsx'
import styles from './merch-page.module.css'

const designs = [
  { name: 'Disc', Drawing: BlankDisc, text: 'Flies further with leftovers in your stomach.' },
  { name: 'Jersey', Drawing: BlankJersey, text: 'For the field, the buffet, and the drive home.' },
] as const

/** /tournament/merch, until the artwork of the year is there. */
export function MerchPage() {
  const { designs_year: year } = useFacts()
  return (
    <Page>
      <PageHeader title="Merch" feather="cranberry">
        Something to throw and something to wear, new every year.
      </PageHeader>
      <section aria-labelledby="designs">
        <SectionHead title={`The ${year} designs`} id="designs">
          This year’s disc and jersey are still on the drawing board.
        </SectionHead>
        <ul className={styles['designs']}>
          {designs.map(({ name, Drawing, text }) => (
            <li key={name} className={styles['design']}>
              <Drawing year={year} className={styles['drawing']} />
              <div className={styles['words']}>
                <h3>
                  {name} {year}
                </h3>
                <Badge tone="warn">Artwork pending</Badge>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <Partner />
    </Page>
  )
}

function Partner() {
  const { name, url } = useFacts().merch_partner
  return (
    <section className={styles['partner']} data-ground="festive" aria-labelledby="partner">
      <svg className={styles['throw']} viewBox="0 0 600 200" preserveAspectRatio="none" aria-hidden="true">
        <path d="M250 210C330 70 450 10 620 26" />
      </svg>
      <div className={styles['partnerWords']}>
        <h2 id="partner">Our official merchandise partner</h2>
        <p>{name === '' ? 'They make' : `${name} makes`} our discs and jerseys. More in their shop.</p>
      </div>
      {url !== '' && (
        <>
          <ExternalLink href={url} variant="primary" size="large">
            Visit the shop
          </ExternalLink>
          <p className={styles['elsewhere']}>Opens the partner’s site in a new tab.</p>
        </>
      )}
    </section>
  )
}
