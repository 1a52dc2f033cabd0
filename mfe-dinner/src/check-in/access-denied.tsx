import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import styles from './check-in-page.module.css'

/** For whoever was logged in when the page was opened, and is no more: the guard sends all others away. */
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
