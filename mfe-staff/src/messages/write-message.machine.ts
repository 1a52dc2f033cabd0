import { messageGroups } from '@ultimate/events/staff/message.ts'
import { type MessagePreview, newMessage } from '@ultimate/events/staff/message-api.ts'
import { firstIssues } from '@ultimate/kit/form/field-errors.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'

export interface MessageDraft {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

export const emptyMessage: MessageDraft = { to: [], subject: '', text: '' }

export const messageFields = ['to', 'subject', 'text'] as const satisfies readonly (keyof MessageDraft)[]

/** Adds or removes the group. Returns the groups in the order in which the form shows them. */
export function withGroup(to: readonly string[], group: string, isChosen: boolean): string[] {
  const others = to.filter((other) => other !== group)
  const chosen = isChosen ? [...others, group] : others
  /** The volunteers of a slot are not among these groups, and come last. */
  const rank = (name: string) => (messageGroups as readonly string[]).indexOf(name) + 1 || messageGroups.length + 1
  return chosen.toSorted((a, b) => rank(a) - rank(b))
}

/** A message that the server accepts, with its preview. */
export interface CheckedMessage {
  readonly draft: MessageDraft
  readonly preview: MessagePreview
}

/** The form for a message. It stays filled in after the preview, until the message is sent. */
export const writeMessageMachine = formMachine<MessageDraft, CheckedMessage>({
  id: 'write-message',
  fields: messageFields,
  empty: emptyMessage,
  // The server uses the same schema.
  findErrors: (draft) => firstIssues(messageFields, newMessage.safeParse(draft)),
  afterwards: ({ draft }) => draft,
  failed: 'Failed to show the message',
})
