import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { nearestHeading, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { loadStoredAnswer, useStoredAnswer } from '@ultimate/kit/stored-answers/stored-answers.ts'
import { Printer } from 'lucide-react'
import { type ComponentType, memo, useCallback, useDeferredValue } from 'react'
import { PrintedAsOf } from '../common/printed-as-of.tsx'
import { useRestoredHeight } from '../common/restored-height.ts'
import { ExportSignups } from '../sign-up/export-signups.tsx'
import { CheckInContent } from './check-in-content.tsx'
import styles from './check-in-page.module.css'
import { storedChecklist, useChecklist } from './checklist-query.ts'
import { type CheckInKind, dishes, servers } from './kinds.ts'
import { LabelsButton } from './labels/label-buttons.tsx'
import { RemovedArrivals } from './removed-arrivals.tsx'
import { WalkInButton } from './walk-in-button.tsx'

/** /dinner/checkin: checks in dishes as they arrive. */
export const openDishCheckIn = () => loadPage(dishes, () => <CheckInPage kind={dishes} />)

/** /dinner/server-checkin: checks in servers, by serving time. */
export const openServerCheckIn = () => loadPage(servers, () => <CheckInPage kind={servers} />)

/** Returns the page once the list that this device has stored is loaded, so that the first drawing shows it. */
async function loadPage(kind: CheckInKind, PageOfKind: ComponentType): Promise<ComponentType> {
  await loadStoredAnswer(storedChecklist(kind))
  return PageOfKind
}

function CheckInPage({ kind }: { readonly kind: CheckInKind }) {
  const { isAuthenticated, isLoading } = useSessionStore()
  if (isLoading) return null
  return isAuthenticated ? <CheckIn kind={kind} /> : <AccessDenied page={kind.title} />
}

function CheckIn({ kind }: { readonly kind: CheckInKind }) {
  const { data: signups, dataUpdatedAt, error, isFetching, refetch } = useChecklist(kind)
  const storedAt = useStoredAnswer(storedChecklist(kind))
  const restoredHeight = useRestoredHeight<HTMLDivElement>(signups !== undefined)
  useFocusSuccessor(restoredHeight.ref, nearestHeading)
  const retry = useCallback(() => void refetch(), [refetch])
  return (
    <div className={styles['page']} {...restoredHeight}>
      <Head kind={kind} signups={useDeferredValue(signups)} />
      {signups && <PrintedAsOf at={dataUpdatedAt} />}
      <Removed />
      <CheckInContent
        kind={kind}
        signups={signups}
        asOf={signups ? storedAt : null}
        failure={signups ? null : error}
        isRetrying={!signups && isFetching}
        onRetry={retry}
      />
    </div>
  )
}

const Removed = memo(RemovedArrivals)

interface HeadProps {
  readonly kind: CheckInKind
  readonly signups: readonly Signup[] | undefined
}

/** Memoized, because the list is read again often without a change for the head. */
const Head = memo(function Head({ kind, signups }: HeadProps) {
  return (
    <PageHeader
      title={kind.title}
      density="desk"
      feather={kind.category === 'dishes' ? 'pumpkin' : 'gold'}
      actions={
        <>
          <WalkInButton kind={kind} />
          {kind.category === 'dishes' && signups && <LabelsButton signups={signups} className={styles['print']} />}
          <ExportSignups category={kind.category} className={styles['print']} />
          <Button
            variant="quiet"
            size="compact"
            className={styles['print']}
            icon={<Printer aria-hidden="true" />}
            onClick={() => print()}
          >
            Print
          </Button>
        </>
      }
    >
      {kind.lead}
    </PageHeader>
  )
})

/** Shown when the session ends while the page is open. The route guard redirects all others. */
export function AccessDenied({ page }: { readonly page: string }) {
  return (
    <div className={styles['page']}>
      <PageHeader title={page} density="desk" />
      <div role="alert">
        <EmptyState title="Access Denied">
          Please log in to open {page}. This page waits, and goes on as soon as you are back.
        </EmptyState>
      </div>
    </div>
  )
}
