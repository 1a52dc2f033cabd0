import type { Team } from '@ultimate/events/tournament/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { LinkButton } from '@ultimate/kit/components/buttons/link-button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Spinner } from '@ultimate/kit/components/loading/spinner.tsx'
import styles from './confirm-address-page.module.css'
import { LinkForm } from './link-form.tsx'
import { type Confirmation, useConfirmation } from './use-confirmation.ts'

/** Where the link in the mail about a bid leads: opening it makes the bid count. */
export function ConfirmAddressPage() {
  const confirmation = useConfirmation()
  return (
    <Page>
      <PageHeader title="Confirm Your Address">
        A bid counts once its captain has opened the link in our mail.
      </PageHeader>
      <div className={styles['stack']}>
        <Outcome confirmation={confirmation} />
      </div>
    </Page>
  )
}

function Outcome({ confirmation }: { readonly confirmation: Confirmation }) {
  switch (confirmation.status) {
    case 'none':
      return <LinkForm />
    case 'confirming':
      return (
        <p className={styles['waiting']} role="status">
          <Spinner /> Confirming your address…
        </p>
      )
    case 'confirmed':
      return <Confirmed team={confirmation.team} />
    case 'refused':
      return (
        <>
          <Notice tone="bad" announce="alert" title={confirmation.sentence} />
          <LinkForm />
        </>
      )
    case 'interrupted':
      return (
        <Notice
          tone="bad"
          announce="alert"
          title="Your address could not be confirmed right now."
          action={
            <Button variant="secondary" size="compact" onClick={confirmation.tryAgain}>
              Try again
            </Button>
          }
        >
          The link in the mail stays good.
        </Notice>
      )
  }
}

function Confirmed({ team }: { readonly team: Team }) {
  return (
    <>
      <Notice tone="good" announce="status" title="Thanks! Your address is confirmed.">
        <bdi className={styles['team']}>{team.team_name}</bdi> is among the registered teams now
        {team.status === 'confirmed' ? ', and it is confirmed.' : ', on the waitlist.'}
      </Notice>
      <div>
        <LinkButton to="/registration/teams">See who is coming</LinkButton>
      </div>
    </>
  )
}
