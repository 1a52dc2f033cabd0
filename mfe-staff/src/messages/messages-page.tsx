import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { MessageForm } from './message-form.tsx'
import styles from './messages-page.module.css'
import { Reminders } from './reminders/reminders.tsx'
import { WrittenMessages } from './written-messages.tsx'

/** The page where TD and admin write to groups of people. */
export function MessagesPage() {
  return (
    <Page>
      <PageHeader title="Message People" density="desk" feather="cranberry">
        One email to captains, volunteers, or some of them.
      </PageHeader>
      <div className={styles['columns']}>
        <MessageForm />
        <WrittenMessages />
      </div>
      <Reminders />
    </Page>
  )
}
