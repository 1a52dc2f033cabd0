import type { EditionWords } from '@ultimate/events/language/edition-facts.ts'
import { placesLeft } from '@ultimate/events/tournament/team.ts'
import { FlightArc, TurkeyTracks } from '@ultimate/kit/art/disc.tsx'
import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Stat } from '@ultimate/kit/components/display/stat.tsx'
import { Stop, Stops } from '@ultimate/kit/components/display/stops.tsx'
import { useWords } from '@ultimate/kit/event/edition.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { Link } from '@ultimate/kit/router.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { PhotosPlace, whenNear } from '../photos/photos-place.tsx'
import { DinnerTable } from './dinner-table.tsx'
import { type HeroLinkProps, HomeHero } from './home-hero.tsx'
import styles from './home-page.module.css'

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
  const { capacity, firstPull, dinnerStart, dishesPerTeam } = useWords()
  return (
    <section className={styles['facts']} aria-label="In numbers">
      <dl>
        <Stat value={capacity} label="teams in the field" />
        <Stat value={firstPull} label="first pull, Saturday" />
        <Stat value={dinnerStart} label="dinner is served" />
        <Stat value={dishesPerTeam} label="dishes from every team" />
      </dl>
    </section>
  )
}

function Table() {
  const { dinner } = useWords()
  return (
    <section className={styles['table']} data-ground="festive" aria-labelledby="table-title">
      <div className={styles['tableWords']}>
        <h2 id="table-title">Then everybody sits down.</h2>
        <p>
          Turkey, ham, and sides the club teams made themselves, {dinner} on Saturday. Between helpings, try the Turkey
          Shoot, with prizes for the best shots. Bring a dish, or bring an apron.
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

/** The end of the home page: how many places are left, and where to take one. */
function LastCall() {
  const section = useRef<HTMLElement>(null)
  const { capacity } = useWords()
  const confirmed = useConfirmedTeams(section)
  const spotsLeft = confirmed === null ? null : placesLeft(confirmed, Number(capacity))
  return (
    <section ref={section} className={styles['lastCall']} aria-labelledby="last-call-title">
      <TurkeyTracks className={styles['tracks']} />
      <h2 id="last-call-title">{writeTitle(spotsLeft, capacity)}</h2>
      <p>First come, first served: the first {capacity} teams are in, everyone else goes on the waitlist.</p>
      <div className={styles['buttons']}>
        <LinkButton to="/registration/register">Register Your Team</LinkButton>
        <LinkButton to="/registration/teams" variant="secondary">
          See who is coming
        </LinkButton>
      </div>
      <FlightArc className={styles['lastThrow']} />
    </section>
  )
}

/** Writes the title; without a count it does not ask for one of the spots. */
function writeTitle(spotsLeft: number | null, capacity: string): string {
  if (spotsLeft === null) return `Room for ${capacity} teams.`
  if (spotsLeft === 0) return 'The field is full, but the waitlist moves.'
  return spotsLeft === 1 ? 'One spot left. Is it yours?' : `${spotsLeft} spots left. Is one of them yours?`
}

/** Reads the count once the section is near, because most visitors never get there. */
function useConfirmedTeams(section: RefObject<HTMLElement | null>): number | null {
  const [confirmed, setConfirmed] = useState<number | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const stop = whenNear(section.current, () => {
      stop()
      // Without an answer the page stays as it was.
      readConfirmedTeams(leaving.signal).then(setConfirmed, () => undefined)
    })
    return () => {
      stop()
      leaving.abort()
    }
  }, [section])
  return confirmed
}

async function readConfirmedTeams(signal: AbortSignal): Promise<number> {
  const { teams } = await call('GET /api/registered-teams', {}, { signal })
  const withConfirmedEmail = teams.filter((team) => !('email_confirmed' in team) || team.email_confirmed)
  return withConfirmedEmail.filter(({ status }) => status === 'confirmed').length
}

const listStops = ({ firstPull, poolPlayEnd, dinnerStart, dinnerEnd, games, finals }: EditionWords) => [
  {
    day: 'Saturday',
    time: firstPull,
    title: 'Pool play',
    text: `${games} until ${poolPlayEnd}. The grass will be cold. Bring both jerseys and something hot to hold.`,
    to: '/tournament/poolplay',
    linkText: 'See the pools',
  },
  {
    day: 'Saturday night',
    time: dinnerStart,
    title: 'Dinner',
    text: `Muddy socks off, plates out. Everything the teams cooked, on one long buffet until ${dinnerEnd}.`,
    to: '/dinner/info',
    linkText: 'What to expect',
  },
  {
    day: 'Sunday',
    time: 'Brackets',
    title: 'Leftovers and finals',
    text: `Saturday sets the matchups. ${finals}, on whatever legs the turkey left you.`,
    to: '/tournament/bracket',
    linkText: 'Follow the bracket',
  },
]

/** The weekend as one long throw with three stops. */
function Weekend() {
  const stops = listStops(useWords())
  return (
    <section className={styles['weekend']} aria-labelledby="weekend-title">
      <header className={styles['head']}>
        <h2 id="weekend-title">Play, eat, play again</h2>
        <p>The same weekend as every year, and no one would change a thing.</p>
      </header>
      <div className={styles['flight']}>
        <svg className={styles['arc']} viewBox="0 0 1200 150" preserveAspectRatio="none" aria-hidden="true">
          <path d="M14 138C110 74 270 26 432 26C590 26 720 44 850 76" />
        </svg>
        <Stops size="large" className={styles['stops']}>
          {stops.map(({ to, linkText, ...stop }) => (
            <Stop key={stop.day} className={styles['stop']} {...stop}>
              <Link to={to} className={styles['link']}>
                {linkText}
              </Link>
            </Stop>
          ))}
        </Stops>
      </div>
    </section>
  )
}
