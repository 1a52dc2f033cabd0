import { EmptyState } from '@ultimate/kit/components/empty-state.tsx'
import { PageHeader } from '@ultimate/kit/components/page-header.tsx'
import styles from './check-in-page.module.css'

/** For whoever gets past the frame's guard without being logged in. */
export function AccessDenied({ page }: { readonly page: string }) {
  return (
    <div className={styles['page']}>
      <PageHeader title={page} density="desk" />
      <EmptyState title="Access Denied">Please log in to open {page}.</EmptyState>
    </div>
  )
}
