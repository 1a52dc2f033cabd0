import type { Announcement } from '@ultimate/events/staff/announcement-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { AnnouncementBanner } from '@ultimate/kit/components/feedback/announcement-banner.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment, venueTime } from '@ultimate/kit/event/venue-time.ts'
import { nearestHeading, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useRef } from 'react'
import styles from './announcements-page.module.css'
import { announcementsKey, useAnnouncements } from './announcements-query.ts'
import { useSecondsUntil } from './seconds-until.ts'

/** The announcements that visitors see now, each with a button that takes it back. */
export function InForce() {
  const { data, error, isFetching, refetch } = useAnnouncements()
  const place = useRef<HTMLElement>(null)
  useFocusSuccessor(place, nearestHeading)
  return (
    <section ref={place} aria-labelledby="in-force" className={styles['inForce']}>
      <h2 id="in-force">In force</h2>
      {data === undefined ? (
        error ? (
          <ErrorPanel
            title={messageOf(error, 'Failed to load the announcements')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonRows label="Loading the announcements" rows={2} />
        )
      ) : data.length === 0 ? (
        <EmptyState title="Nothing is announced" headingLevel={3}>
          What you publish is on every page, for everyone, within a second.
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {data.map((announcement) => (
            <li key={announcement.id} className={styles['item']}>
              <Item announcement={announcement} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Item({ announcement }: { readonly announcement: Announcement }) {
  const { id, text, level, at, until } = announcement
  const takingBack = useCommand({
    place: `take-back-${id}`,
    send: async (_: null, idempotencyKey) => {
      await call('DELETE /api/announcements/{id}', { params: { id } }, { idempotencyKey })
      return idempotencyKey
    },
    failed: 'Failed to take the announcement back',
    onDone: async (key) => {
      toast.success('Announcement taken back', offerUndo([key]))
      await showAccepted<readonly Announcement[]>(announcementsKey, (all) => all.filter((one) => one.id !== id))
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Failed to take the announcement back'))
      return refresh(announcementsKey)
    },
  })
  return (
    <>
      <div className={styles['sample']}>
        <AnnouncementBanner level={level} text={text} />
      </div>
      <p className={styles['facts']}>
        Since {venueTime(new Date(at))},{' '}
        {until === null ? 'until it is taken back' : `until ${venueMoment(new Date(until))}`}.
      </p>
      <div className={styles['send']}>
        <MailState announcement={announcement} />
        <Button
          className={styles['takeBack']}
          variant="secondary"
          size="compact"
          busy={takingBack.isPending && !takingBack.waiting}
          onClick={() => takingBack.run(null)}
        >
          Take back
        </Button>
        <WaitsForConnection waiting={takingBack.waiting} />
      </div>
    </>
  )
}

const names = { captains: 'captains', volunteers: 'volunteers' } as const

/** The groups that it is mailed to, with the seconds that are left to cancel that. */
function MailState({ announcement: { mail, mail_at: mailAt } }: { readonly announcement: Announcement }) {
  const seconds = useSecondsUntil(mailAt)
  if (mailAt === null) return null
  const who = mail.map((group) => names[group]).join(' and ')
  return (
    <p className={styles['mail']}>
      {seconds > 0 ? (
        <>
          The email to {who} goes out in <span className={styles['seconds']}>{seconds} s</span>. Taking the announcement
          back cancels it.
        </>
      ) : (
        `Emailed to ${who}.`
      )}
    </p>
  )
}
