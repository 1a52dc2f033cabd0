import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { newKey } from '@ultimate/kit/request/idempotency-key.ts'
import { ImagePlus, Upload as UploadIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { fileProblem, incomplete, photoFileTypes } from './picked-file.ts'
import styles from './upload-area.module.css'
import { UploadRow } from './upload-row.tsx'
import type { useUploads } from './use-uploads.ts'

interface Complaint {
  readonly id: string
  /** The file it is about; empty when it is about all of them. */
  readonly about: string
  readonly sentence: string
}

const complain = (about: string, sentence: string): Complaint => ({ id: newKey(), about, sentence })

/** Photos are picked, dropped or pasted here, get their titles, and are sent together. */
export function UploadArea({ uploads, actions, add, sendAll }: ReturnType<typeof useUploads>) {
  const [complaints, setComplaints] = useState<readonly Complaint[]>([])
  const take = (files: readonly File[]) => {
    const judged = files.map((file) => ({ file, sentence: fileProblem(file) }))
    setComplaints(judged.flatMap(({ file, sentence }) => (sentence ? [complain(file.name, sentence)] : [])))
    add(judged.flatMap(({ file, sentence }) => (sentence ? [] : [file])))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (uploads.length === 0) setComplaints([complain('', incomplete)])
    sendAll()
  }
  return (
    <form className={styles['area']} aria-label="Add photos" noValidate onSubmit={submit}>
      <DropPlace onFiles={take} />
      <Complaints complaints={complaints} />
      {uploads.length > 0 && (
        <ul className={styles['rows']} aria-label="Photos to upload">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} actions={actions} />
          ))}
        </ul>
      )}
      <Button type="submit" className={styles['send']} icon={<UploadIcon aria-hidden="true" />}>
        {uploads.length > 1 ? 'Upload Photos' : 'Upload Photo'}
      </Button>
    </form>
  )
}

function DropPlace({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: (files: File[]) => onFiles(files),
    noClick: true,
    noKeyboard: true,
  })
  return (
    <div {...getRootProps({ className: classNames(styles['drop'], isDragActive && styles['over']) })}>
      <input {...getInputProps({ accept: photoFileTypes.join(','), 'aria-label': 'Photo files' })} />
      <ImagePlus className={styles['sign']} aria-hidden="true" />
      <p className={styles['invitation']}>{isDragActive ? 'Let go to add them' : 'Drop photos here, or'}</p>
      <Button variant="secondary" size="compact" onClick={() => open()}>
        Choose Photos
      </Button>
      <p className={styles['limits']}>JPEG, PNG, WebP, GIF or AVIF, less than 10 MB each</p>
    </div>
  )
}

function Complaints({ complaints }: { readonly complaints: readonly Complaint[] }) {
  return (
    <div role="alert">
      {complaints.length > 0 && (
        <ul className={styles['complaints']}>
          {complaints.map(({ id, about, sentence }) => (
            <li key={id}>
              {about && <span className={styles['about']}>{about}: </span>}
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
