import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import type { Team } from '@ultimate/events/tournament/api.ts'
import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { FeatheredDisc } from '@ultimate/kit/art/feathered-disc.tsx'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { PhotoPicture } from '@ultimate/kit/components/display/photo-picture.tsx'
import { Tabs } from '@ultimate/kit/components/display/tabs.tsx'
import { Badge } from '@ultimate/kit/components/feedback/badge.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page, usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader, SectionHead } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Navigate, useLocation, useSearchParams } from '@ultimate/kit/router.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import cardStyles from '../pools/pool-card.module.css'
import { PoolCard } from '../pools/pool-card.tsx'
import { divisionIn } from '../pools/pool-name.ts'
import { BracketSheets } from '../weekend/bracket/bracket-boards.tsx'
import { BracketView } from '../weekend/bracket/bracket-view.tsx'
import { GameDays } from '../weekend/schedule/game-list.tsx'
import { groupByRound } from '../weekend/shown-games.ts'
import { PoolTable } from '../weekend/standings/pool-table.tsx'
import standingsStyles from '../weekend/standings/standings-page.module.css'
import styles from './archive-page.module.css'
import { FoldedSection } from './folded-section.tsx'
import { type Archive, EditionLine, isUnknownYear, nameEdition, storedArchive, useArchive } from './past-editions.tsx'

/** /archive/<year>: a past edition as visitors saw it, which cannot be changed any more. */
export function ArchivePage() {
  const { pathname } = useLocation()
  const year = /\/(\d{4})\/?$/.exec(pathname)?.[1]
  return year === undefined ? <Navigate to="/archive" replace /> : <YearPage key={year} year={year} />
}

function YearPage({ year }: { readonly year: string }) {
  const { data: archive, error, isFetching, refetch } = useArchive(year)
  const storedAt = useStoredAnswer(storedArchive(year))
  return (
    <Page>
      <PageHeader title={`Archive: ${year}`} feather="gold" actions={archive && <PrintButton />}>
        {archive && (
          <>
            <bdi className={styles['edition']}>{nameEdition(archive.edition)}</bdi>
            <EditionLine edition={archive.edition} />
          </>
        )}
      </PageHeader>
      <AsOf at={archive ? storedAt : null} what="The archive is" />
      {archive && <ArchivedEdition archive={archive} />}
      {!archive && !error && <LoadingArchive />}
      {!archive && error && isUnknownYear(error) && <UnknownYear year={year} />}
      {!archive && error && !isUnknownYear(error) && (
        <ErrorPanel
          title={`Failed to load the archive of ${year}`}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </Page>
  )
}

function PrintButton() {
  return (
    <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
      Print
    </Button>
  )
}

function UnknownYear({ year }: { readonly year: string }) {
  return (
    <EmptyState
      title={`There is no archive of ${year}.`}
      action={<LinkButton to="/archive">See past years</LinkButton>}
    >
      The archive shows only tournaments that are over.
    </EmptyState>
  )
}

function LoadingArchive() {
  return (
    <Loading label="Loading the archive">
      <Skeleton shape="block" className={styles['tabsPlace']} />
      <Skeleton shape="block" className={styles['listPlace']} />
    </Loading>
  )
}

/** Shows one division at a time; on paper both, without photos, which may not have loaded. */
function ArchivedEdition({ archive }: { readonly archive: Archive }) {
  const { teams, photos, results } = archive
  const [params, setParams] = useSearchParams()
  const isPrinting = usePrinting()
  const division = divisionIn(params) ?? firstWithTeams(archive)
  return (
    <>
      <Champions results={results} />
      {teams.length === 0 && <EmptyState title="No teams registered for this tournament." />}
      {teams.length > 0 && !isPrinting && (
        <Tabs
          label="Division"
          value={division}
          onValueChange={(value) => setParams({ division: value }, { replace: true, preventScrollReset: true })}
          tabs={divisions.map((value) => ({
            value,
            label: divisionLabels[value],
            content: <DivisionArchive archive={archive} division={value} />,
          }))}
        />
      )}
      {teams.length > 0 && isPrinting && <Sheets archive={archive} />}
      {!isPrinting && <ArchivePhotos photos={photos} />}
    </>
  )
}

const firstWithTeams = ({ teams }: Archive): Division =>
  divisions.find((division) => teams.some((team) => team.division === division)) ?? 'comp'

function Sheets({ archive }: { readonly archive: Archive }) {
  const { comp, rec, schedule } = archive.results
  const brackets = {
    comp: { posted: true, bracket: comp.bracket },
    rec: { posted: true, bracket: rec.bracket },
  }
  return (
    <>
      {divisions.map((division) => (
        <section key={division} className={styles['sheet']}>
          <p className={styles['division']}>{divisionLabels[division]}</p>
          <DivisionArchive archive={archive} division={division} isOnPaper />
        </section>
      ))}
      <BracketSheets
        brackets={brackets}
        fields={new Map(schedule.fields.map(({ id, name }) => [id, name]))}
        note={String(archive.edition.year)}
      />
    </>
  )
}

/** The winners, where a bracket was played to its end. */
function Champions({ results }: Pick<Archive, 'results'>) {
  const champions = divisions.flatMap((division) => {
    const team = results[division].bracket?.places.find(({ place }) => place === 1)?.team
    return team ? [{ division, team }] : []
  })
  if (champions.length === 0) return null
  return (
    <section className={styles['champions']} data-ground="festive" aria-label="Champions">
      <dl className={styles['list']}>
        {champions.map(({ division, team }) => (
          <div key={division}>
            <dt>{divisionLabels[division]} champion</dt>
            <dd>
              <bdi>{team.name}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <FeatheredDisc className={styles['disc']} />
    </section>
  )
}

/** Photos of the year as prints, each as wide as a column. */
function ArchivePhotos({ photos }: { readonly photos: readonly Photo[] }) {
  return (
    <Section id="archive-photos" title="Photos" none={photos.length === 0 && 'There are no photos of this year.'}>
      <ul className={styles['photos']}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <figure className={styles['print']}>
              <div className={styles['frame']}>
                <img className={styles['blur']} src={photo.placeholder} alt="" aria-hidden="true" />
                <PhotoPicture photo={photo} sizes={sizes} className={styles['photo']} />
              </div>
              <figcaption aria-hidden="true">
                <bdi>{photo.title}</bdi>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The widths of the columns in the style sheet. */
const sizes = '(min-width: 40rem) 22rem, 90vw'

interface DivisionArchiveProps {
  readonly archive: Archive
  readonly division: Division
  /** True where the brackets have sheets of their own. */
  readonly isOnPaper?: boolean
}

/** The teams of a division, their pools, and the results. */
function DivisionArchive({ archive, division, isOnPaper = false }: DivisionArchiveProps) {
  const teams = archive.teams.filter((team) => team.division === division)
  const pools = archive.pools[division]
  return (
    <>
      <Section
        id={`${division}-teams`}
        title="Teams"
        none={teams.length === 0 && 'No team registered in this division.'}
      >
        <TeamList teams={teams} />
      </Section>
      <Section id={`${division}-pools`} title="Pools" none={pools.length === 0 && 'No pools were published.'}>
        <div className={cardStyles['grid']}>
          {pools.map((pool) => (
            <PoolCard key={pool.id} division={division} pool={pool} isLinked={false} headingLevel={3} />
          ))}
        </div>
      </Section>
      <Results archive={archive} division={division} isOnPaper={isOnPaper} />
    </>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  /** The sentence in place of the content where there is none. */
  readonly none: string | false
  readonly children: ReactNode
}

function Section({ id, title, none, children }: SectionProps) {
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <SectionHead title={title} id={id} />
      {none === false ? children : <p className={styles['none']}>{none}</p>}
    </section>
  )
}

/** The teams in order of registration: first the confirmed ones, then those on the waitlist. */
function TeamList({ teams }: { readonly teams: readonly Team[] }) {
  const isWaitlisted = ({ status }: Team) => status === 'waitlist'
  return (
    <ol className={styles['teams']}>
      {[...teams.filter((team) => !isWaitlisted(team)), ...teams.filter(isWaitlisted)].map((team) => (
        <li key={team.id} className={styles['team']}>
          <span>
            <bdi className={styles['name']}>{team.team_name}</bdi>
            <bdi className={styles['from']}>{team.location}</bdi>
          </span>
          {isWaitlisted(team) && <Badge tone="warn">Waitlist</Badge>}
        </li>
      ))}
    </ol>
  )
}

function Results({ archive, division, isOnPaper }: Required<DivisionArchiveProps>) {
  const { schedule, [division]: divisionResults } = archive.results
  const { standings, bracket } = divisionResults
  const games = schedule.games.filter((game) => game.division === division)
  const fields = new Map(schedule.fields.map(({ id, name }) => [id, name]))
  const isEmpty = games.length === 0 && standings.pools.length === 0 && bracket === null
  return (
    <Section id={`${division}-results`} title="Results" none={isEmpty && 'There are no results.'}>
      <div className={standingsStyles['pools']}>
        {standings.pools.map((pool) => (
          <PoolTable key={pool.id} pool={pool} division={division} games={games} label={`Standings of ${pool.name}`} />
        ))}
      </div>
      {!isOnPaper && bracket && (
        <div className={styles['bracket']}>
          <BracketView bracket={bracket} fields={fields} isStaff={false} />
        </div>
      )}
      {!isOnPaper && games.length > 0 && (
        <div className={styles['games']}>
          <FoldedSection title="All games" headingLevel={3}>
            <GameDays days={groupByRound({ ...schedule, games })} lead="field" fields={fields} team={null} />
          </FoldedSection>
        </div>
      )}
    </Section>
  )
}
