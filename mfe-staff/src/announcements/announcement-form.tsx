import { type AnnouncementLevel, longestAnnouncement } from '@ultimate/events/staff/announcement.ts'
import { newAnnouncement } from '@ultimate/events/staff/announcement-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { AnnouncementBanner } from '@ultimate/kit/components/feedback/announcement-banner.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { type Choice, ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { TextArea, TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { useUnloadWarning } from '@ultimate/kit/form/leave-warning.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { Megaphone } from 'lucide-react'
import { fromPromise } from 'xstate'
import styles from './announcements-page.module.css'
import { addressesIn, announcementsKey, useAudience } from './announcements-query.ts'
import {
  type AnnouncementDraft,
  announcementFields,
  emptyAnnouncement,
  listGroups,
  publishAnnouncementMachine,
  toAnnouncement,
} from './publish-announcement.machine.ts'

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
    announce: (_, { value: { key } }) => toast.success('Announcement published', offerUndo([key])),
    focusField,
  },
})

/** Writes an announcement, and shows it as everyone will see it. `text` is what a link has filled in. */
export function AnnouncementForm({ text }: { readonly text: string }) {
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
        hint={`${draft.text.trim().length} of ${longestAnnouncement} characters`}
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
  const number = audience && addressesIn(audience, listGroups(draft))
  const people = (count: number | undefined) => (count === undefined ? '' : ` (${count})`)
  return (
    <fieldset className={styles['groups']}>
      <legend>Also by email to</legend>
      <Checkbox
        label={`Captains${people(audience?.captains)}`}
        checked={draft.captains}
        aria-disabled={isSending}
        onCheckedChange={(captains) => isSending || change({ captains })}
      />
      <Checkbox
        label={`Volunteers of the dinner${people(audience?.volunteers)}`}
        checked={draft.volunteers}
        aria-disabled={isSending}
        onCheckedChange={(volunteers) => isSending || change({ volunteers })}
      />
      <p role="status" className={styles['audience']}>
        {typeof number === 'number' &&
          `${number} ${number === 1 ? 'person gets' : 'people get'} an email, one minute after you publish.`}
      </p>
    </fieldset>
  )
}
