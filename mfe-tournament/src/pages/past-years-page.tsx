import { LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { Link } from '@ultimate/kit/router.ts'
import { useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { ChevronRight } from 'lucide-react'
import { EditionLine, nameEdition, storedEditions, usePastEditions } from './past-editions.tsx'
import styles from './past-years-page.module.css'

/** /archive: the editions that are over. */
export function PastYearsPage() {
  const { data: editions, error, isFetching, refetch } = usePastEditions()
  useStoredAnswer(storedEditions)
  return (
    <Page>
      <PageHeader title="Past Years" feather="gold">
        Who came, who played whom, and who won.
      </PageHeader>
      {editions?.length === 0 && (
        <EmptyState
          title="There are no past years yet."
          action={<LinkButton to="/tournament/info">About this year</LinkButton>}
        >
          This year’s tournament appears here when the next one begins.
        </EmptyState>
      )}
      {editions && editions.length > 0 && (
        <ol className={styles['years']}>
          {editions.map((edition) => (
            <li key={edition.year}>
              <Link to={`/archive/${edition.year}`} className={styles['year']}>
                <b className={styles['number']}>{edition.year}</b>
                <span className={styles['words']}>
                  <bdi className={styles['name']}>{nameEdition(edition)}</bdi>
                  <span>
                    <EditionLine edition={edition} />
                  </span>
                </span>
                <ChevronRight aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ol>
      )}
      {!editions && !error && (
        <Loading label="Loading past years" className={styles['years']}>
          {[1, 2, 3].map((number) => (
            <Skeleton key={number} shape="block" className={styles['skeleton']} />
          ))}
        </Loading>
      )}
      {!editions && error && (
        <ErrorPanel title="Failed to load past years" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  )
}
