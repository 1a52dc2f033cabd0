import { FeatheredDisc } from '@ultimate/kit/art/feathered-disc.tsx'
import { ButtonLabel, buttonClassName } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import type { ReactNode } from 'react'
import styles from './home-page.module.css'

export interface HeroLinkProps {
  readonly to: string
  readonly className: string
  readonly 'aria-labelledby'?: string
  readonly 'aria-describedby'?: string
  readonly children: ReactNode
}

export interface HomeHeroProps {
  /** Draws a link: the router's once scripts run, a plain anchor in HTML made before. */
  readonly link?: (props: HeroLinkProps) => ReactNode
}

/** The first thing that a visitor sees. Markup and styles only, so that it can be HTML before any script has run. */
export function HomeHero({ link = plainLink }: HomeHeroProps) {
  const { ordinal, firstDay, dates, city, capacitySpoken } = useWords()
  return (
    <section className={styles['hero']} data-ground="festive" aria-labelledby="home-title">
      <svg className={styles['throw']} viewBox="0 0 1200 600" preserveAspectRatio="none" aria-hidden="true">
        <path d="M-20 120C240 10 700-30 980 70c120 44 190 150 200 290" />
        <path d="M300 40C560 0 800 40 940 110c90 46 130 110 150 200" />
      </svg>
      <div className={styles['inner']}>
        <div className={styles['words']}>
          <p className={styles['edition']}>{ordinal} edition</p>
          <h1 className={styles['title']} id="home-title">
            Two days of disc, one table.
          </h1>
          <p className={styles['when']}>
            <time dateTime={firstDay}>{dates}</time>
            <span className={styles['place']}>{city}</span>
          </p>
          <p className={styles['lead']}>
            {capacitySpoken} teams, two divisions, and on Saturday night a turkey dinner that the teams cook for each
            other.
          </p>
          <div className={styles['heroButtons']}>
            {link({
              to: '/registration/register',
              className: buttonClassName({ size: 'large' }),
              children: <ButtonLabel>Register Your Team</ButtonLabel>,
            })}
            {link({
              to: '/tournament/info',
              className: buttonClassName({ size: 'large', variant: 'secondary' }),
              'aria-labelledby': 'learn-more',
              'aria-describedby': 'learn-more-of',
              children: (
                <ButtonLabel>
                  <span id="learn-more">Learn More</span>
                  {/* For lists of links, where the page around them does not show where this one leads. */}
                  <VisuallyHidden id="learn-more-of"> about the tournament</VisuallyHidden>
                </ButtonLabel>
              ),
            })}
          </div>
        </div>
      </div>
      <div className={styles['tail']}>
        <FeatheredDisc className={styles['disc']} />
      </div>
    </section>
  )
}

function plainLink({ to, children, ...rest }: HeroLinkProps) {
  return (
    <a href={to} {...rest}>
      {children}
    </a>
  )
}
