import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { call } from '@ultimate/kit/api.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { TextField } from '@ultimate/kit/components/text-field.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { useMutation } from '@ultimate/kit/query.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from '../manage/photo-list.module.css'
import { newKey } from '../new-key.ts'
import { changeShownPhotos } from '../photos-query.ts'
import { sentenceOf } from '../sentence-of.ts'
import { titleLength } from '../title-length.ts'

export interface TitleFormProps {
  readonly photo: Photo
  readonly onDone: () => void
}

interface Renaming {
  readonly title: string
  readonly key: string
}

/** The title, in place. One that is blank or as before is not sent. Escape leaves it as it was. */
export function TitleForm({ photo, onDone }: TitleFormProps) {
  const [title, setTitle] = useState(photo.title)
  const last = useRef<Renaming | null>(null)
  const field = useId()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (renaming: Renaming) => rename(photo.id, renaming),
    onSuccess: () => {
      toast.success('Photo title updated!')
      onDone()
    },
  })
  useEffect(() => {
    const input = document.getElementById(field)
    if (input instanceof HTMLInputElement) input.select()
  }, [field])
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wished = title.trim()
    if (isPending) return
    if (wished === '' || wished === photo.title) return onDone()
    if (last.current?.title !== wished) last.current = { title: wished, key: newKey() }
    mutate(last.current)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isPending) return
    event.stopPropagation()
    onDone()
  }
  return (
    <form className={styles['words']} aria-label={`Title of ${photo.title}`} noValidate onSubmit={save}>
      <TextField
        id={field}
        label="Title"
        value={title}
        maxLength={titleLength}
        readOnly={isPending}
        error={error ? sentenceOf(error, 'Failed to update photo title') : undefined}
        onValueChange={setTitle}
        onKeyDown={leave}
      />
      <div className={styles['actions']}>
        <Button type="submit" size="compact" busy={isPending}>
          Save
        </Button>
        <Button variant="quiet" size="compact" disabled={isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

async function rename(id: string, { title, key }: Renaming): Promise<void> {
  const { photo } = await call('PUT /api/photos/{id}', { params: { id }, body: { title } }, { idempotencyKey: key })
  await changeShownPhotos((photos) => photos.map((other) => (other.id === id ? photo : other)))
}
