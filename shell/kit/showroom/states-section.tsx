import { Button } from '../components/buttons/button.tsx'
import { EmptyState } from '../components/feedback/empty-state.tsx'
import { ErrorPanel } from '../components/feedback/error-panel.tsx'
import { Notice } from '../components/feedback/notice.tsx'
import { OfflineBar } from '../components/layout/offline-bar.tsx'
import { PrintOnly, ScreenOnly } from '../components/layout/page.tsx'
import { UnsavedBar } from '../components/layout/unsaved-bar.tsx'
import { ProgressLine } from '../components/loading/progress-line.tsx'
import { Loading, Skeleton, SkeletonRows } from '../components/loading/skeleton.tsx'
import { Spinner } from '../components/loading/spinner.tsx'
import { Row, Section, Stack } from './section.tsx'
import styles from './showroom.module.css'

const nothing = () => undefined

export function StatesSection() {
  return (
    <Section title="States">
      <Stack>
        <SkeletonRows label="Loading teams" rows={3} />
        <Loading label="Loading photos">
          <Stack>
            <Skeleton shape="title" />
            <Skeleton shape="block" className={styles['skeletonBlock']} />
            <Skeleton shape="disc" />
          </Stack>
        </Loading>
        <Row>
          <Spinner label="Loading" />
          <span>Loading</span>
        </Row>
        <ProgressLine active />
        <EmptyState title="No teams found" action={<Button variant="secondary">Register a Team</Button>}>
          No one has thrown in yet. Be the first.
        </EmptyState>
        <ErrorPanel title="Failed to fetch data" onRetry={nothing}>
          The kitchen does not answer. Everything else works.
        </ErrorPanel>
        <ErrorPanel title="Failed to load items" onRetry={nothing} retrying />
        <Notice tone="info">Loaded saved pool configuration</Notice>
        <Notice tone="good">Password changed successfully</Notice>
        <Notice tone="warn" action={<Button variant="secondary">Reload</Button>}>
          You are looking at an older version.
        </Notice>
        <Notice tone="bad" title="Access Denied">
          Please log in again.
        </Notice>
        <PrintOnly>Printed from the registered teams</PrintOnly>
        <ScreenOnly>
          <p>Seen on the screen only.</p>
        </ScreenOnly>
        <div className={styles['still']}>
          <OfflineBar line="unreachable" />
        </div>
        <div className={styles['still']}>
          <UnsavedBar open onReset={nothing} onSave={nothing} />
        </div>
      </Stack>
    </Section>
  )
}
