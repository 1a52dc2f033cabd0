import type { Edition, EditionChange } from '@ultimate/events/staff/edition-api.ts'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { Answer } from '@ultimate/kit/form/form-draft.ts'
import { focusField, useForm } from '@ultimate/kit/form/use-form.ts'
import { answerTo, messageOf } from '@ultimate/kit/request/answer.ts'
import { ApiError, callForTag } from '@ultimate/kit/request/api.ts'
import { type LiveKey, refresh, useLiveQuery } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { type SavedSettings, settingsMachine, type TaggedEdition } from './settings.machine.ts'
import { byField, rebase, type SettingsField, settingsFields, toChange, toDraft } from './settings-draft.ts'

/** The key under which the shell reads the current edition on every page. */
const settingsKey: LiveKey = ['edition', 'settings']

/** Reads the stored edition of a year, or the current one, again whenever a director changes it. */
export const useStoredEdition = (year: string | null) =>
  useLiveQuery({
    key: year === null ? settingsKey : ['edition', 'settings of', year],
    read: async (signal): Promise<TaggedEdition> => {
      const query = year === null ? {} : { query: { year } }
      const { body, tag } = await callForTag('GET /api/edition', query, { signal })
      return { edition: body.edition, tag }
    },
  })

const readEditionsAgain = (): Promise<void> => refresh(['edition'])

async function putSettings(
  change: EditionChange,
  { edition: { year, state }, tag }: TaggedEdition,
  key: string,
): Promise<SavedSettings> {
  const query = state === 'next' ? { year: String(year) } : {}
  const { body, tag: newTag } = await callForTag(
    'PUT /api/edition',
    { query, body: change },
    { idempotencyKey: key, ifMatch: tag },
  )
  void readEditionsAgain()
  return { edition: body.edition, warnings: body.warnings, tag: newTag, key }
}

/** Changes by another director since this form was filled in: the server's sentences, and the current edition. */
interface Conflict {
  readonly messages: Readonly<Record<string, string>>
  readonly now: Edition
}

const readConflict = (error: unknown): Conflict | null => {
  if (!(error instanceof ApiError) || error.code !== 'STALE') return null
  const { edition } = error.current as { readonly edition: Edition }
  return { messages: error.fields, now: edition }
}

/** Works like {@link answerTo}, but after a conflict the form shows no failure, and can be sent again. */
async function sendSettings(
  send: () => Promise<SavedSettings>,
  onConflict: (conflict: Conflict) => void,
): Promise<Answer<SettingsField, SavedSettings>> {
  try {
    return { kind: 'accepted', value: await send() }
  } catch (error) {
    const conflict = readConflict(error)
    if (conflict) onConflict(conflict)
    if (conflict) return { kind: 'refused', message: null, errors: {} }
    return answerTo(settingsFields, () => Promise.reject(renameFields(error)))
  }
}

/** Returns the error with its messages by the fields of the form. */
const renameFields = (error: unknown): unknown =>
  error instanceof ApiError
    ? new ApiError(error.status, { code: error.code, message: error.message, fields: byField(error.fields) })
    : error

/**
 * The form of the settings. It follows the stored edition while nothing is typed; after that a save finds conflicts.
 */
export function useSettings(stored: TaggedEdition) {
  const [base, setBase] = useState(stored)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const latestBase = useRef(base)
  latestBase.current = base
  const machine = useMemo(
    () =>
      settingsMachine.provide({
        actors: {
          send: fromPromise(({ input: { draft, key } }) => {
            const sentBase = latestBase.current
            setConflict(null)
            const change = toChange(draft, toDraft(sentBase.edition))
            return sendSettings(() => putSettings(change, sentBase, key), setConflict)
          }),
        },
        actions: {
          announce: (_, { value }) => {
            setBase(value)
            toast.success('Settings saved.', offerUndo([value.key]))
          },
          focusField,
        },
      }),
    [],
  )
  const form = useForm(machine, { stored: toDraft(stored.edition) })
  const { send, isDirty, isSending } = form

  /** Bases the form on a newer edition; the fields that were changed here stay as they were typed. */
  const rebaseOn = (next: TaggedEdition) => {
    const draft = rebase(form.draft, { before: toDraft(latestBase.current.edition), now: toDraft(next.edition) })
    setBase(next)
    send({ type: 'stored', stored: toDraft(next.edition) })
    send({ type: 'change', changes: draft })
  }
  const latestRebase = useRef(rebaseOn)
  latestRebase.current = rebaseOn

  useEffect(() => {
    if (stored.tag !== latestBase.current.tag && !isDirty && !isSending) latestRebase.current(stored)
  }, [stored, isDirty, isSending])
  useEffect(() => {
    // The edition in a conflict has no tag, so the form waits until that edition is read again (below).
    const isRead = conflict && stored.edition.version >= conflict.now.version
    if (isRead && !isSending && stored.tag !== latestBase.current.tag) latestRebase.current(stored)
  }, [conflict, stored, isSending])
  useEffect(() => {
    if (conflict) void readEditionsAgain()
  }, [conflict])

  const registration = useCommand({
    send: (change: NonNullable<EditionChange['registration']>, key) =>
      putSettings({ registration: change }, latestBase.current, key),
    failed: (error) => messageOf(error, 'Registration could not be changed.'),
    onDone: (saved, { closes }) => {
      latestRebase.current(saved)
      toast.success(closes ? 'Registration is closed.' : 'Registration is open again.', offerUndo([saved.key]))
    },
    onError: () => void readEditionsAgain(),
  })
  return {
    ...form,
    /** The edition that the form is based on. */
    edition: base.edition,
    conflict: conflict?.messages ?? null,
    warnings: form.value?.warnings ?? [],
    registration,
  }
}

export type SettingsForm = ReturnType<typeof useSettings>
