import { maxPhotoTitleLength } from '@ultimate/events/staff/photo-limits.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { classNames } from '@ultimate/kit/components/class-names.ts'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { newKey } from '@ultimate/kit/request/answer.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { ImagePlus, Upload as UploadIcon } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { fileProblem, incomplete, photoFileTypes } from './picked-file.ts'
import styles from './upload-area.module.css'
import { isUnderway, nameTitleField, type Upload, type useUploads } from './uploads.ts'

interface Complaint {
  readonly id: string
  /** The file it is about; empty when it is about all of them. */
  readonly about: string
  readonly sentence: string
}

const createComplaint = (about: string, sentence: string): Complaint => ({ id: newKey(), about, sentence })

/** Photos are picked, dropped or pasted here, get their titles, and are sent together. */
export function UploadArea({ uploads, actions, add, sendAll }: ReturnType<typeof useUploads>) {
  const [complaints, setComplaints] = useState<readonly Complaint[]>([])
  const take = (files: readonly File[]) => {
    const checkedFiles = files.map((file) => ({ file, sentence: fileProblem(file) }))
    setComplaints(
      checkedFiles.flatMap(({ file, sentence }) => (sentence ? [createComplaint(file.name, sentence)] : [])),
    )
    add(checkedFiles.flatMap(({ file, sentence }) => (sentence ? [] : [file])))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (uploads.length === 0) setComplaints([createComplaint('', incomplete)])
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

interface UploadRowProps {
  readonly upload: Upload
  readonly actions: ReturnType<typeof useUploads>['actions']
}

/** A picked file with its title, its progress, and buttons to cancel, repeat or remove it. */
function UploadRow({ upload, actions }: UploadRowProps) {
  const { id, file, preview, title, problem, step } = upload
  return (
    <li className={styles['row']} aria-label={file.name}>
      <img className={styles['preview']} src={preview} alt="" />
      <div className={styles['middle']}>
        <TextField
          id={nameTitleField(id)}
          label="Title"
          value={title}
          error={problem ?? undefined}
          hint={`${file.name}, ${formatSize(file.size)}`}
          maxLength={maxPhotoTitleLength}
          readOnly={isUnderway(upload)}
          onValueChange={(text) => actions.name(id, text)}
        />
        {isUnderway(upload) && step !== 'queued' && <Progress upload={upload} />}
        {/* The button to cancel stands beside it. */}
        <WaitsForConnection waiting={step === 'queued' ? { cancel: () => actions.cancel(id) } : null} withoutCancel />
      </div>
      <Actions upload={upload} actions={actions} />
    </li>
  )
}

function Actions({ upload, actions }: UploadRowProps) {
  const { id, file, step } = upload
  const what = <VisuallyHidden> {file.name}</VisuallyHidden>
  if (isUnderway(upload))
    return (
      <div className={styles['actions']}>
        <Button variant="quiet" size="compact" onClick={() => actions.cancel(id)}>
          Cancel{what}
        </Button>
      </div>
    )
  return (
    <div className={styles['actions']}>
      {step === 'failed' && (
        <Button variant="secondary" size="compact" onClick={() => actions.send(id)}>
          Try again{what}
        </Button>
      )}
      <Button variant="quiet" size="compact" onClick={() => actions.remove(id)}>
        Remove{what}
      </Button>
    </div>
  )
}

function Progress({ upload: { file, step, share } }: { readonly upload: Upload }) {
  const text =
    step === 'in-turn'
      ? 'Waiting for its turn'
      : share < 1
        ? `${Math.floor(share * 100)} % sent`
        : 'Sent, being prepared'
  return (
    <div className={styles['progress']}>
      <progress className={styles['bar']} aria-label={`Upload of ${file.name}`} value={share} max={1} />
      <span className={styles['share']}>{text}</span>
    </div>
  )
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
