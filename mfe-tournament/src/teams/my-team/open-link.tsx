import { confirmationLinkRequest } from '@ultimate/events/tournament/registration.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { LinkRequestForm, linkRequestMachine } from '@ultimate/kit/components/link-request/link-request-form.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { sendNow } from '@ultimate/kit/offline-queue/queue.ts'
import { isDomainError, retryUntilAnswered } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { queryClient } from '@ultimate/kit/request/query.ts'
import { useCallback, useEffect, useState } from 'react'
import { myTeamKey, storedTeam } from './my-team.ts'
import styles from './my-team-page.module.css'

interface OpenLinkProps {
  readonly token: string
  /** The device has opened it, and the address may show it no more. */
  readonly onOpened: () => void
}

/** Opens the link of the mail on this device. */
export function OpenLink({ token, onOpened }: OpenLinkProps) {
  const [error, setError] = useState<unknown>(null)
  const [isTrying, setTrying] = useState(true)
  const open = useCallback(async () => {
    setTrying(true)
    try {
      const { team } = await retryUntilAnswered(() => call('POST /api/my-team/open', { body: { token } }))
      const before = storedTeam.load()
      if (before?.answer?.team.id !== team.id) storedTeam.save({ at: Date.now(), answer: null })
      // The answer in the cache may be of another team, or report that the link before has ended.
      queryClient.removeQueries({ queryKey: myTeamKey })
      // Commands that waited for a link are sent now.
      void sendNow()
      onOpened()
    } catch (failure) {
      setError(failure)
    } finally {
      setTrying(false)
    }
  }, [token, onOpened])
  useEffect(() => void open(), [open])
  if (error === null) return <SkeletonRows label="Opening your team" rows={6} />
  if (isDomainError(error) && error.status !== 429)
    return (
      <>
        <Notice tone="bad" announce="alert" title={error.message} />
        <TeamLinkForm />
      </>
    )
  return (
    <ErrorPanel title="Your team could not be opened." onRetry={() => void open()} retrying={isTrying}>
      The link still works. {storedTeam.load() && <Button onClick={onOpened}>Show the games as last read</Button>}
    </ErrorPanel>
  )
}

const machine = linkRequestMachine({
  id: 'my-team-link',
  findError: (email) => firstIssues(['email'], confirmationLinkRequest.safeParse({ email })).email,
  send: (email, idempotencyKey) => call('POST /api/my-team/request-link', { body: { email } }, { idempotencyKey }),
})

/** Asks for the link of the captain again. The answer does not reveal whether a team has that address. */
export function TeamLinkForm() {
  return (
    <section className={styles['link']} aria-label="Lost your link?">
      <h2>Lost your link?</h2>
      <LinkRequestForm
        machine={machine}
        name="Ask for the link again"
        label="Captain email"
        hint={doesSiteMail() ? 'We’ll email the links of all teams with this address.' : undefined}
        submit="Send me the link"
        sent={{
          title: 'If a team has that address, we’ve emailed its link.',
          help: 'Open it and press “Games and scores”. Nothing yet? Check your spam folder. Still nothing? The tournament director can enter your scores.',
        }}
        withoutMail=": the tournament director can help."
      />
    </section>
  )
}
