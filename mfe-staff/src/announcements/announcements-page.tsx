import { type AnnouncementLevel, maxAnnouncement } from '@ultimate/events/staff/announcement.ts'
import { type Announcement, newAnnouncement } from '@ultimate/events/staff/announcement-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { AnnouncementBanner } from '@ultimate/kit/components/feedback/announcement-banner.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { type Choice, ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextArea, TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { venueMoment, venueTime } from '@ultimate/kit/event/venue-time.ts'
import { nearestHeading, useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { useUnloadWarning } from '@ultimate/kit/form/leave-warning.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { Megaphone } from 'lucide-react'
import { useRef } from 'react'
import { fromPromise } from 'xstate'
import styles from './announcements-page.module.css'
import { announcementsKey, countPeople, useAnnouncements, useAudience, useSecondsUntil } from './announcements-query.ts'
import {
  type AnnouncementDraft,
  announcementFields,
  emptyAnnouncement,
  listGroups,
  publishAnnouncementMachine,
  toAnnouncement,
} from './publish-announcement.machine.ts'

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

/** The announcements that visitors see now, each with a button that takes it back. */
function InForce() {
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
      toast.success('Announcement taken back.', offerUndo([key]))
      await showAccepted<readonly Announcement[]>(announcementsKey, (all) => all.filter((other) => other.id !== id))
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

const groupNames = { captains: 'captains', volunteers: 'volunteers' } as const

/** Names the groups that get the announcement by email, with the seconds that are left to cancel the email. */
function MailState({ announcement: { mail, mail_at: mailAt } }: { readonly announcement: Announcement }) {
  const seconds = useSecondsUntil(mailAt)
  if (mailAt === null) return null
  const recipients = mail.map((group) => groupNames[group]).join(' and ')
  return (
    <p className={styles['mail']}>
      {seconds > 0 ? (
        <>
          The email to {recipients} goes out in <span className={styles['seconds']}>{seconds} s</span>. Taking the
          announcement back cancels it.
        </>
      ) : (
        `Emailed to ${recipients}.`
      )}
    </p>
  )
}

const levels: readonly Choice<AnnouncementLevel>[] = [
  { value: 'info', label: 'Info', description: 'Good to know.' },
  { value: 'warning', label: 'Warning', description: 'Changes what people do now.' },
]

const publish = ({ key, draft }: FormAttempt<AnnouncementDraft>) =>
  answerTo(announcementFields, async () => {
    const body = newAnnouncement.parse(toAnnouncement(draft))
    await call('POST /api/announcements', { body }, { idempotencyKey: key })
    void refresh(announcementsKey)
    return { key }
  })

const machine = publishAnnouncementMachine.provide({
  actors: { send: fromPromise(({ input }) => publish(input)) },
  actions: {
    announce: (_, { value: { key } }) => toast.success('Announcement published.', offerUndo([key])),
    focusField,
  },
})

/** Writes an announcement, and shows it as everyone will see it. `text` comes from a link, and is empty without one. */
function AnnouncementForm({ text }: { readonly text: string }) {
  const form = useForm(machine, { draft: { ...emptyAnnouncement, text } })
  const { draft, bind, failure, isSending, waiting } = form
  const { readOnly: isDisabled, ...level } = bind('level')
  useUnloadWarning(form.isDirty)
  return (
    <form className={styles['form']} noValidate aria-labelledby="write-announcement" onSubmit={form.onSubmit}>
      <h2 id="write-announcement">Write one</h2>
      {failure && <Notice tone="bad" announce="alert" title={failure} />}
      <TextArea
        label="Text"
        hint={`${draft.text.trim().length} of ${maxAnnouncement} characters`}
        rows={3}
        {...bind('text')}
      />
      <ChoiceCards label="Level" choices={levels} {...level} disabled={isDisabled} />
      <TextField
        label="Shown until"
        optional
        type="datetime-local"
        hint="By the clock at the venue. Without an end, until one of you takes it back."
        {...bind('until')}
      />
      <MailGroups form={form} />
      <div className={styles['preview']}>
        <h3>On every page</h3>
        <div className={styles['sample']}>
          <AnnouncementBanner level={draft.level} text={draft.text.trim() || 'Your text'} />
        </div>
      </div>
      <div className={styles['send']}>
        <Button type="submit" busy={isSending && !waiting} icon={<Megaphone aria-hidden="true" />}>
          Publish
        </Button>
        <WaitsForConnection waiting={waiting} />
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useForm<AnnouncementDraft, { readonly key: string }>>

/** The groups that get an email, each with its number of people. */
function MailGroups({
  form: { draft, change, isSending },
}: {
  readonly form: Pick<Form, 'draft' | 'change' | 'isSending'>
}) {
  const audience = useAudience()
  const addresses = audience && countPeople(audience, listGroups(draft))
  const inParentheses = (count: number | undefined) => (count === undefined ? '' : ` (${count})`)
  return (
    <fieldset className={styles['groups']}>
      <legend>Also by email to</legend>
      <Checkbox
        label={`Captains${inParentheses(audience?.captains)}`}
        checked={draft.captains}
        aria-disabled={isSending}
        onCheckedChange={(captains) => isSending || change({ captains })}
      />
      <Checkbox
        label={`Volunteers of the dinner${inParentheses(audience?.volunteers)}`}
        checked={draft.volunteers}
        aria-disabled={isSending}
        onCheckedChange={(volunteers) => isSending || change({ volunteers })}
      />
      <p role="status" className={styles['audience']}>
        {typeof addresses === 'number' &&
          `${addresses} ${addresses === 1 ? 'person gets' : 'people get'} an email, one minute after you publish.`}
      </p>
    </fieldset>
  )
}
