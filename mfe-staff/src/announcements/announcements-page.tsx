import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import styles from './announcements-page.module.css'
import { InForce } from './in-force.tsx'

/** The page where TD and admin announce something to everyone. A link `/announcements?text=…` fills in the text. */
export function AnnouncementsPage() {
  const [search] = useSearchParams()
  const text = search.get('text') ?? ''
  return (
    <Page>
      <PageHeader title="Announcements" density="desk" feather="cranberry">
        One notice on every page, for everyone.
      </PageHeader>
      <div className={styles['columns']}>
        <AnnouncementForm key={text} text={text} />
        <InForce />
      </div>
    </Page>
  )
}
