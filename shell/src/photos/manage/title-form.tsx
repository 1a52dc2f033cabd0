import { renamePhoto } from '@ultimate/events/staff/change-photos.ts'
import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { maxPhotoTitleLength } from '@ultimate/events/staff/photo-limits.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { Answer, FormAttempt } from '@ultimate/kit/form/form-draft.ts'
import { formMachine } from '@ultimate/kit/form/form-machine.ts'
import { useUnloadWarning } from '@ultimate/kit/form/leave-warning.ts'
import { useForm } from '@ultimate/kit/form/use-form.ts'
import { isDomainError } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { fromPromise } from 'xstate'
import { showPhoto } from '../photos-query.ts'
import { currentPhoto, photoMessage } from './photo-error.ts'
import styles from './photo-manager.module.css'

export interface TitleFormProps {
  readonly photo: Photo
  readonly onDone: () => void
}

interface TitleDraft {
  readonly title: string
}

const failed = 'Failed to update photo title'

const titleMachine = formMachine<TitleDraft, string>({
  id: 'rename-photo',
  fields: ['title'],
  empty: { title: '' },
  findErrors: () => ({}),
  failed,
  keepsFailure: true,
  isFinal: true,
})

/**
 * Edits the title in place. A blank or unchanged title is not sent. Escape discards the change. If another user has
 * changed the title meanwhile, that is shown first; saving again replaces it.
 */
export function TitleForm({ photo, onDone }: TitleFormProps) {
  const [seenPhoto, setSeenPhoto] = useState(photo)
  const field = useId()
  const { draft, failure, isSending, waiting, submit, bind } = useForm(
    titleMachine.provide({
      actors: { send: fromPromise(({ input }) => rename(seenPhoto, input, setSeenPhoto)) },
      actions: {
        announce: (_, { value: key }) => {
          toast.success('Photo title updated!', offerUndo([key]))
          onDone()
        },
      },
    }),
    { stored: { title: photo.title } },
  )
  useEffect(() => {
    const input = document.getElementById(field)
    if (input instanceof HTMLInputElement) input.select()
  }, [field])
  useUnloadWarning(draft.title.trim() !== seenPhoto.title)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const title = draft.title.trim()
    if (isSending) return
    if (title === '' || isSameTitle(seenPhoto, title)) onDone()
    else submit()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isSending) return
    event.stopPropagation()
    onDone()
  }
  return (
    <form className={styles['words']} aria-label={`Title of ${photo.title}`} noValidate onSubmit={save}>
      <TextField
        {...bind('title')}
        id={field}
        label="Title"
        maxLength={maxPhotoTitleLength}
        error={failure}
        onKeyDown={leave}
      />
      <div className={styles['actions']}>
        <Button type="submit" size="compact" busy={isSending && !waiting}>
          Save
        </Button>
        <Button
          variant="quiet"
          size="compact"
          disabled={isSending && !waiting}
          onClick={waiting ? waiting.cancel : onDone}
        >
          Cancel
        </Button>
      </div>
      <WaitsForConnection waiting={waiting} withoutCancel />
    </form>
  )
}

/** Compares titles by the rule of the server, which records no rename to the same title. */
const isSameTitle = ({ title: before }: Photo, title: string): boolean =>
  renamePhoto(
    { type: 'RenamePhoto', data: { title }, metadata: { now: new Date() } },
    { status: 'shown', title: before, by: null },
  ).length === 0

/**
 * Renames the photo, and returns the key. A photo that another user has changed since it was seen is not renamed, but
 * shown as it is now.
 */
async function rename(
  { id, version }: Photo,
  { key, draft }: FormAttempt<TitleDraft>,
  onChanged: (current: Photo) => void,
): Promise<Answer<keyof TitleDraft, string>> {
  try {
    const options = { idempotencyKey: key, ifMatch: `"v${version}"` }
    const request = { params: { id }, body: { title: draft.title.trim() } }
    const { photo } = await call('PUT /api/photos/{id}', request, options)
    await showPhoto(photo)
    return { kind: 'accepted', value: key }
  } catch (error) {
    if (!isDomainError(error)) throw error
    const current = currentPhoto(error)
    if (current) {
      onChanged(current)
      void showPhoto(current)
    }
    return { kind: 'refused', message: photoMessage(error, failed), errors: {} }
  }
}
