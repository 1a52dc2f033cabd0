import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useNavigate } from '@ultimate/kit/router.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { RemoveEdition } from './remove-edition.tsx'
import styles from './settings-page.module.css'
import { StartEditionDialog } from './start-edition-dialog.tsx'

/** Reads all editions, also the next one, which visitors do not see yet. */
export const useEditions = () =>
  useLiveQuery({
    key: ['edition', 'all'],
    read: async (signal): Promise<readonly Edition[]> => (await call('GET /api/editions', {}, { signal })).editions,
  })

interface EditionsProps {
  readonly editions: readonly Edition[]
  /** The edition whose settings are shown. */
  readonly shown: Edition
}

/** Shows whether the edition is current or being set up, and leads to the next edition. */
export function Editions({ editions, shown }: EditionsProps) {
  const current = editions.find(({ state }) => state === 'current') ?? null
  const next = editions.find(({ state }) => state === 'next') ?? null
  if (current === null) return null
  if (shown.state === 'next')
    return (
      <Notice tone="info" title={`You are setting up the edition of ${shown.year}.`}>
        <p>Visitors still see that of {current.year}. They see this one once you publish it.</p>
        <Actions>
          <PublishEdition next={shown} current={current} />
          <RemoveEdition year={shown.year} />
          <LinkButton variant="plain" size="compact" to="/settings">
            Back to {current.year}
          </LinkButton>
        </Actions>
      </Notice>
    )
  if (next !== null)
    return (
      <Notice tone="info" title={`The edition of ${next.year} is being set up.`}>
        <p>Visitors do not see it yet.</p>
        <Actions>
          <LinkButton variant="secondary" size="compact" to={`/settings?year=${next.year}`}>
            Set up {next.year}
          </LinkButton>
          <PublishEdition next={next} current={current} />
        </Actions>
      </Notice>
    )
  return <StartEdition current={current} />
}

const Actions = ({ children }: { readonly children: ReactNode }) => <div className={styles['actions']}>{children}</div>

function StartEdition({ current }: { readonly current: Edition }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles['actions']}>
      <Button
        variant="secondary"
        size="compact"
        icon={<CalendarPlus aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Start the next edition
      </Button>
      {isOpen && <StartEditionDialog current={current} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface PublishEditionProps {
  readonly next: Edition
  readonly current: Edition
}

function PublishEdition({ next, current }: PublishEditionProps) {
  const [isAsked, setAsked] = useState(false)
  const navigate = useNavigate()
  const publishing = useCommand({
    place: `publish-edition-${next.year}`,
    send: async (_: null, idempotencyKey) => {
      await call('POST /api/editions/{year}/publish', { params: { year: String(next.year) } }, { idempotencyKey })
      return idempotencyKey
    },
    failed: (error) => messageOf(error, 'The edition could not be published.'),
    onDone: async (key) => {
      setAsked(false)
      toast.success(`The edition of ${next.year} is published.`, offerUndo([key]))
      await refresh(['edition'])
      void navigate('/settings')
    },
  })
  return (
    <>
      <Button size="compact" onClick={() => setAsked(true)}>
        Publish {next.year}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`Publish the edition of ${next.year}?`}
        confirmLabel="Publish"
        command={publishing}
        onConfirm={() => publishing.run(null)}
        onCancel={() => setAsked(false)}
      >
        <p>
          From now on visitors see {next.year}, and register for it. Teams, pools and sign-ups begin empty. Those of{' '}
          {current.year} move to the archive, where nothing can be changed.
        </p>
        <p>You can undo this until the first team or volunteer signs up.</p>
      </ConfirmDialog>
    </>
  )
}
