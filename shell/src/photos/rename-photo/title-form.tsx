import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { call } from '@ultimate/kit/api.ts'
import { Button } from '@ultimate/kit/components/button.tsx'
import { TextField } from '@ultimate/kit/components/text-field.tsx'
import { toast } from '@ultimate/kit/components/toast.ts'
import { useMutation } from '@ultimate/kit/query.ts'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import styles from '../manage/photo-list.module.css'
import { newKey } from '../new-key.ts'
import { photoNow, sentenceOf } from '../photo-error.ts'
import { showPhoto } from '../photos-query.ts'
import { titleLength } from '../title-length.ts'

export interface TitleFormProps {
  readonly photo: Photo
  readonly onDone: () => void
}

interface Renaming {
  readonly title: string
  /** What it is based on: a photo that somebody has changed since is not renamed. */
  readonly version: number
  readonly key: string
}

/**
 * The title, in place. One that is blank or as before is not sent. Escape leaves it as it was. What somebody else wrote
 * meanwhile is shown first; saving again then replaces it.
 */
export function TitleForm({ photo, onDone }: TitleFormProps) {
  const [seen, setSeen] = useState(photo)
  const [title, setTitle] = useState(photo.title)
  const last = useRef<Renaming | null>(null)
  const field = useId()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (renaming: Renaming) => rename(photo.id, renaming),
    onSuccess: () => {
      toast.success('Photo title updated!')
      onDone()
    },
    onError: (error) => {
      const now = photoNow(error)
      if (!now) return
      setSeen(now)
      void showPhoto(now)
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
    if (wished === '' || wished === seen.title) return onDone()
    const { version } = seen
    const isSameAgain = last.current?.title === wished && last.current.version === version
    if (!last.current || !isSameAgain) last.current = { title: wished, version, key: newKey() }
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

async function rename(id: string, { title, version, key }: Renaming): Promise<void> {
  const options = { idempotencyKey: key, ifMatch: `"v${version}"` }
  const { photo } = await call('PUT /api/photos/{id}', { params: { id }, body: { title } }, options)
  await showPhoto(photo)
}
