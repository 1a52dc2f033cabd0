import { longestPhotoTitle } from '@ultimate/events/staff/photo-limits.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { WaitsForLine } from '@ultimate/kit/sending/waits-for-line.tsx'
import styles from './upload-row.module.css'
import { titleFieldOf, type Upload } from './use-uploads.ts'

/** One picked file with its title, how far it is, and the ways on from there. */
export function UploadRow({ upload }: { readonly upload: Upload }) {
  const { id, file, preview, snapshot, name, cancel } = upload
  const isUnderway = snapshot.matches('underway')
  const isWaiting = snapshot.matches({ underway: 'waiting' })
  const { title, problem } = snapshot.context
  return (
    <li className={styles['row']} aria-label={file.name}>
      <img className={styles['preview']} src={preview} alt="" />
      <div className={styles['middle']}>
        <TextField
          id={titleFieldOf(id)}
          label="Title"
          value={title}
          error={problem ?? undefined}
          hint={`${file.name}, ${sizeOf(file.size)}`}
          maxLength={longestPhotoTitle}
          readOnly={isUnderway}
          onValueChange={name}
        />
        {isUnderway && !isWaiting && <Progress upload={upload} />}
        {/* The way out stands beside it. */}
        <WaitsForLine waiting={isWaiting ? { cancel } : null} withoutCancel />
      </div>
      <Actions upload={upload} />
    </li>
  )
}

function Actions({ upload }: { readonly upload: Upload }) {
  const { file, snapshot, send, cancel, remove } = upload
  const what = <VisuallyHidden> {file.name}</VisuallyHidden>
  if (snapshot.matches('underway'))
    return (
      <div className={styles['actions']}>
        <Button variant="quiet" size="compact" onClick={cancel}>
          Cancel{what}
        </Button>
      </div>
    )
  return (
    <div className={styles['actions']}>
      {snapshot.matches('failed') && (
        <Button variant="secondary" size="compact" onClick={send}>
          Try again{what}
        </Button>
      )}
      <Button variant="quiet" size="compact" onClick={remove}>
        Remove{what}
      </Button>
    </div>
  )
}

function Progress({ upload: { file, snapshot } }: { readonly upload: Upload }) {
  const { share } = snapshot.context
  const text = snapshot.matches({ underway: 'queued' })
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

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
