import { DinnerTable } from '@ultimate/kit/art/dinner-table.tsx'
import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { eventFacts } from '@ultimate/kit/event/event-facts.ts'
import { Link } from '@ultimate/kit/router.ts'
import { PhotosPlace } from '../photos/place/photos-place.tsx'
import { type HeroLinkProps, HomeHero } from './home-hero.tsx'
import styles from './home-page.module.css'
import { LastCall } from './last-call.tsx'
import { Weekend } from './weekend.tsx'

/** The home page: what, when, where, and links to registration and sign-up. */
export function HomePage() {
  return (
    <>
      <HomeHero link={routerLink} />
      <Facts />
      <Weekend />
      <Table />
      <PhotosPlace />
      <LastCall />
    </>
  )
}

function routerLink({ children, ...rest }: HeroLinkProps) {
  return <Link {...rest}>{children}</Link>
}

function Facts() {
  return (
    <section className={styles['facts']} aria-label="In numbers">
      <dl>
        <Stat value={eventFacts.confirmedTeams} label="teams in the field" />
        <Stat value={eventFacts.firstPull} label="first pull, Saturday" />
        <Stat value={eventFacts.dinnerStart} label="dinner is served" />
        <Stat value={eventFacts.dishesPerTeam} label="dishes from every team" />
      </dl>
    </section>
  )
}

function Table() {
  return (
    <section className={styles['table']} data-ground="festive" aria-labelledby="table-title">
      <div className={styles['tableWords']}>
        <h2 id="table-title">Then everybody sits down.</h2>
        <p>
          Turkey, ham, and sides the club teams made themselves, {eventFacts.dinner} on Saturday. Between two helpings
          there is the Turkey Shoot, with prizes. Bring a dish, or bring an apron.
        </p>
        <div className={styles['buttons']}>
          <LinkButton to="/dinner/signup">Bring a dish</LinkButton>
          <LinkButton to="/dinner/info" variant="secondary">
            About the dinner
          </LinkButton>
        </div>
      </div>
      <DinnerTable className={styles['tableArt']} />
    </section>
  )
}
