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
import { byField, rebased, type SettingsField, settingsFields, toChange, toDraft } from './settings-draft.ts'

/** The key under which the shell reads the current edition on every page. */
const settingsKey: LiveKey = ['edition', 'settings']

/** The edition of a year, or the current one, as it is stored, read again whenever a director changes it. */
export const useStoredEdition = (year: string | null) =>
  useLiveQuery({
    key: year === null ? settingsKey : ['edition', 'settings of', year],
    read: async (signal): Promise<TaggedEdition> => {
      const query = year === null ? {} : { query: { year } }
      const { body, tag } = await callForTag('GET /api/edition', query, { signal })
      return { edition: body.edition, tag }
    },
  })

const readAgain = (): Promise<void> => refresh(['edition'])

async function putSettings(
  change: EditionChange,
  { edition: { year, state }, tag }: TaggedEdition,
  key: string,
): Promise<SavedSettings> {
  const query = state === 'next' ? { year: String(year) } : {}
  const { body, tag: next } = await callForTag(
    'PUT /api/edition',
    { query, body: change },
    { idempotencyKey: key, ifMatch: tag },
  )
  void readAgain()
  return { edition: body.edition, warnings: body.warnings, tag: next, key }
}

/** Changes by another director since this form was filled: the server's sentences, and the edition as it is now. */
interface Conflict {
  readonly messages: Readonly<Record<string, string>>
  readonly now: Edition
}

const readConflict = (error: unknown): Conflict | null => {
  if (!(error instanceof ApiError) || error.code !== 'STALE') return null
  const { edition } = error.current as { readonly edition: Edition }
  return { messages: error.fields, now: edition }
}

/** Works like {@link answerTo}, but a conflict shows no failure of the form, whose draft may be sent again. */
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
  const latest = useRef(base)
  latest.current = base
  const machine = useMemo(
    () =>
      settingsMachine.provide({
        actors: {
          send: fromPromise(({ input: { draft, key } }) => {
            const base = latest.current
            setConflict(null)
            return sendSettings(() => putSettings(toChange(draft, toDraft(base.edition)), base, key), setConflict)
          }),
        },
        actions: {
          announce: (_, { value }) => {
            setBase(value)
            toast.success('Settings saved', offerUndo([value.key]))
          },
          focusField,
        },
      }),
    [],
  )
  const form = useForm(machine, { stored: toDraft(stored.edition) })
  const { send, isDirty, isSending } = form

  /** Bases the form on a newer edition, and puts what was typed over it. */
  const rebaseOn = (next: TaggedEdition) => {
    const draft = rebased(form.draft, { before: toDraft(latest.current.edition), now: toDraft(next.edition) })
    setBase(next)
    send({ type: 'stored', stored: toDraft(next.edition) })
    send({ type: 'change', changes: draft })
  }
  const latestRebase = useRef(rebaseOn)
  latestRebase.current = rebaseOn

  useEffect(() => {
    if (stored.tag !== latest.current.tag && !isDirty && !isSending) latestRebase.current(stored)
  }, [stored, isDirty, isSending])
  useEffect(() => {
    // The edition of a conflict has no tag: the form waits for the read that the conflict causes below.
    if (conflict && !isSending && stored.edition.version >= conflict.now.version && stored.tag !== latest.current.tag)
      latestRebase.current(stored)
  }, [conflict, stored, isSending])
  useEffect(() => {
    if (conflict) void readAgain()
  }, [conflict])

  const registration = useCommand({
    send: (change: NonNullable<EditionChange['registration']>, key) =>
      putSettings({ registration: change }, latest.current, key),
    failed: (error) => messageOf(error, 'Registration could not be changed.'),
    onDone: (saved, { closes }) => {
      latestRebase.current(saved)
      toast.success(closes ? 'Registration is closed' : 'Registration is open again', offerUndo([saved.key]))
    },
    onError: () => void readAgain(),
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
