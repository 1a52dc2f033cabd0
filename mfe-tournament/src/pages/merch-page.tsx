import { turkeyTrack } from '@ultimate/kit/art/disc.tsx'
import { ExternalLink } from '@ultimate/kit/components/buttons/button.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader, SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { useFacts } from '@ultimate/kit/event/edition.ts'
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

interface BlankProps {
  /** The year that is printed on the drawing. */
  readonly year: number
  readonly className?: string | undefined
}

/** The year's disc from above, still without its stamp. */
function BlankDisc({ year, className }: BlankProps) {
  return (
    <svg className={className} viewBox="0 0 400 340" width="400" height="340" aria-hidden="true">
      <ellipse cx="200" cy="184" rx="138" ry="136" fill="var(--art-ink)" opacity="0.16" />
      <circle cx="200" cy="170" r="138" fill="var(--art-disc-rim)" />
      <circle cx="200" cy="168" r="134" fill="var(--art-disc)" />
      <g fill="none" stroke="var(--art-disc-shade)" strokeWidth="2.5">
        <circle cx="200" cy="168" r="124" />
        <circle cx="200" cy="168" r="117" />
        <circle cx="200" cy="168" r="110" />
      </g>
      <circle
        cx="200"
        cy="168"
        r="88"
        fill="none"
        stroke="var(--art-pumpkin)"
        strokeWidth="4"
        strokeDasharray="3 11"
        strokeLinecap="round"
      />
      <g fill="none" stroke="var(--art-cranberry)" strokeWidth="3" strokeLinecap="round" strokeDasharray="2 7">
        <path d={turkeyTrack} transform="translate(200 152) rotate(12) scale(1.05)" />
      </g>
      <Year x={200} y={232} size={30}>
        {year}
      </Year>
    </svg>
  )
}

/** The year's jersey on the table, cut but not printed. */
function BlankJersey({ year, className }: BlankProps) {
  const cut =
    'M150 44C164 62 236 62 250 44L296 60C320 82 338 118 346 152L296 174 286 146C282 196 284 250 290 300H110C116 250 118 196 114 146L104 174 54 152C62 118 80 82 104 60Z'
  return (
    <svg className={className} viewBox="0 0 400 340" width="400" height="340" aria-hidden="true">
      <path d={cut} transform="translate(0 9)" fill="var(--art-ink)" opacity="0.16" />
      <path d={cut} fill="var(--art-disc)" stroke="var(--art-disc-rim)" strokeWidth="3" strokeLinejoin="round" />
      <path
        d="M150 44C164 62 236 62 250 44L258 47C242 76 158 76 142 47Z"
        fill="var(--art-cranberry)"
        stroke="var(--art-cranberry)"
        strokeLinejoin="round"
      />
      <path d="M60 142l46 20-4 10-46-20ZM340 142l-46 20 4 10 46-20Z" fill="var(--art-cranberry)" />
      <path
        d="M104 60C112 88 116 116 114 146M296 60C288 88 284 116 286 146M112 290H288"
        fill="none"
        stroke="var(--art-disc-shade)"
        strokeWidth="3"
      />
      <rect
        x="142"
        y="112"
        width="116"
        height="122"
        rx="12"
        fill="none"
        stroke="var(--art-pumpkin)"
        strokeWidth="4"
        strokeDasharray="3 11"
        strokeLinecap="round"
      />
      <path
        d={turkeyTrack}
        transform="translate(200 158) rotate(12) scale(0.8)"
        fill="none"
        stroke="var(--art-cranberry)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeDasharray="2 7"
      />
      <Year x={200} y={222} size={28}>
        {year}
      </Year>
    </svg>
  )
}

interface YearProps {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly children: number
}

function Year({ x, y, size, children }: YearProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      fontFamily="var(--font-display)"
      fontSize={size}
      fontWeight="800"
      letterSpacing="0.04em"
      fill="none"
      stroke="var(--art-cranberry)"
      strokeWidth="1.2"
    >
      {children}
    </text>
  )
}
