import { maxMessage } from '@ultimate/events/staff/message.ts'
import { newMessage } from '@ultimate/events/staff/message-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { InlineError, Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { Checkbox } from '@ultimate/kit/components/fields/checkbox.tsx'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { TextArea, TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { useUnloadWarning } from '@ultimate/kit/form/leave-warning.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, messageOf } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import styles from './messages-page.module.css'
import { formatPeople, isSlotGroup, messagesKey, useGroups } from './messages-query.ts'
import { Reminders } from './reminders.tsx'
import {
  type CheckedMessage,
  emptyMessage,
  type MessageDraft,
  messageFields,
  withGroup,
  writeMessageMachine,
} from './write-message.machine.ts'
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

const checkMessage = ({ draft }: FormAttempt<MessageDraft>) =>
  answerTo(messageFields, async (): Promise<CheckedMessage> => {
    const body = { ...newMessage.parse(draft), preview: true }
    const preview = await call('POST /api/messages', { body })
    return { draft, preview: preview as CheckedMessage['preview'] }
  })

const machine = writeMessageMachine.provide({
  actors: { send: fromPromise(({ input }) => checkMessage(input)) },
  actions: { focusField },
})

/** Writes a message, shows the email that it becomes, and sends it. */
function MessageForm() {
  const form = useForm(machine)
  const { draft, bind, failure, isSending, waiting, value, change } = form
  const [checked, setChecked] = useState<CheckedMessage | null>(null)
  useEffect(() => setChecked(value), [value])
  useUnloadWarning(draft.to.length > 0 || draft.subject !== '' || draft.text !== '')
  const finish = () => {
    setChecked(null)
    change(emptyMessage)
  }
  return (
    <form className={styles['form']} noValidate aria-labelledby="write-message" onSubmit={form.onSubmit}>
      <h2 id="write-message">Write one</h2>
      {failure && <Notice tone="bad" announce="alert" title={failure} />}
      <Groups form={form} />
      <TextField label="Subject" {...bind('subject')} />
      <TextArea
        label="Text"
        hint={`${draft.text.trim().length} of ${maxMessage} characters. Greeting and signature are added.`}
        rows={8}
        {...bind('text')}
      />
      <div className={styles['send']}>
        <Button type="submit" busy={isSending && !waiting} icon={<Eye aria-hidden="true" />}>
          Preview
        </Button>
        <WaitsForConnection waiting={waiting} />
      </div>
      {checked && <SendDialog checked={checked} onSent={finish} onCancel={() => setChecked(null)} />}
    </form>
  )
}

type Form = ReturnType<typeof useForm<MessageDraft, CheckedMessage>>

/** The groups that can get the message, each with its number of people. */
function Groups({ form }: { readonly form: Pick<Form, 'draft' | 'change' | 'isSending' | 'bind'> }) {
  const { draft, change, isSending, bind } = form
  const { data, error, isFetching, refetch } = useGroups()
  const { id, error: mistake } = bind('to')
  const choose = (group: string, isChosen: boolean) => isSending || change({ to: withGroup(draft.to, group, isChosen) })
  const chosenSlot = draft.to.find((name) => isSlotGroup({ name })) ?? ''
  const chooseSlot = (name: string) => {
    const others = draft.to.filter((group) => group !== chosenSlot)
    if (!isSending) change({ to: name === '' ? others : withGroup(others, name, true) })
  }
  if (data === undefined)
    return error ? (
      <ErrorPanel
        title={messageOf(error, 'Failed to load the groups')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <Loading label="Loading the groups">
        <Skeleton shape="block" className={styles['loading']} />
      </Loading>
    )
  return (
    <fieldset id={id} tabIndex={-1} className={styles['groups']} aria-describedby={mistake && `${id}-mistake`}>
      <legend>To</legend>
      {data
        .filter((group) => !isSlotGroup(group))
        .map(({ name, label, people }) => (
          <Checkbox
            key={name}
            label={`${label} (${people})`}
            checked={draft.to.includes(name)}
            aria-disabled={isSending}
            onCheckedChange={(isChosen) => choose(name, isChosen)}
          />
        ))}
      {data.some(isSlotGroup) && (
        <SelectField label="Volunteers of a slot" optional value={chosenSlot} onValueChange={chooseSlot}>
          <option value="">None</option>
          {data.filter(isSlotGroup).map(({ name, label, people }) => (
            <option key={name} value={name}>
              {label} ({people})
            </option>
          ))}
        </SelectField>
      )}
      {mistake && (
        <div id={`${id}-mistake`}>
          <InlineError>{mistake}</InlineError>
        </div>
      )}
    </fieldset>
  )
}

interface SendDialogProps {
  readonly checked: CheckedMessage
  readonly onSent: () => void
  readonly onCancel: () => void
}

/** Shows the email before it is sent, and the button that sends it. */
function SendDialog({ checked: { draft, preview }, onSent, onCancel }: SendDialogProps) {
  const sending = useCommand({
    send: async (_: null, idempotencyKey) => {
      await call('POST /api/messages', { body: newMessage.parse(draft) }, { idempotencyKey })
      return idempotencyKey
    },
    failed: 'Failed to send the message',
    onDone: async (key) => {
      toast.success('Message written. It goes out in one minute.', offerUndo([key]))
      onSent()
      await refresh(messagesKey)
    },
  })
  return (
    <ConfirmDialog
      open
      title={`Send to ${formatPeople(preview.recipients)}?`}
      confirmLabel="Send"
      cancelLabel="Keep Editing"
      command={sending}
      onConfirm={() => sending.run(null)}
      onCancel={onCancel}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long email is scrolled with the keyboard as well. */}
      <section className={styles['mail']} aria-label="The email" tabIndex={0}>
        <p className={styles['subject']}>{preview.sample.subject}</p>
        <p className={styles['words']}>{preview.sample.text}</p>
      </section>
      <p>The emails go out in one minute. Until then you can cancel.</p>
    </ConfirmDialog>
  )
}
