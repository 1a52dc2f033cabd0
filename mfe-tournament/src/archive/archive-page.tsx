import { type Division, divisionLabels, divisions } from '@ultimate/events/tournament/team.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Tabs } from '@ultimate/kit/components/display/tabs.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page, usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Navigate, useLocation, useSearchParams } from '@ultimate/kit/router.ts'
import { AsOf } from '@ultimate/kit/stored-answers/as-of.tsx'
import { useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { Printer } from 'lucide-react'
import { BracketSheets } from '../bracket/bracket-sheets.tsx'
import { divisionIn } from '../pools/pool-name.ts'
import styles from './archive-page.module.css'
import { ArchivePhotos } from './archive-photos.tsx'
import { type Archive, isUnknown, storedArchive, useArchive } from './archive-query.ts'
import { Champions } from './champions.tsx'
import { DivisionArchive } from './division-archive.tsx'
import { EditionLine, nameEdition } from './edition-line.tsx'

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
      {archive && <Shown archive={archive} />}
      {!archive && !error && <LoadingArchive />}
      {!archive && error && isUnknown(error) && <UnknownYear year={year} />}
      {!archive && error && !isUnknown(error) && (
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

/** The divisions one at a time; on paper one below the other, and no photos, which have not all come. */
function Shown({ archive }: { readonly archive: Archive }) {
  const { teams, photos, results } = archive
  const [params, setParams] = useSearchParams()
  const isPrinting = usePrinting()
  const shown = divisionIn(params) ?? firstWithTeams(archive)
  return (
    <>
      <Champions results={results} />
      {teams.length === 0 && <EmptyState title="No teams registered for this tournament." />}
      {teams.length > 0 && !isPrinting && (
        <Tabs
          label="Division"
          value={shown}
          onValueChange={(division) => setParams({ division }, { replace: true, preventScrollReset: true })}
          tabs={divisions.map((division) => ({
            value: division,
            label: divisionLabels[division],
            content: <DivisionArchive archive={archive} division={division} />,
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
