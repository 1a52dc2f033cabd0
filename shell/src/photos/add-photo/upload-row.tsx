import { longestPhotoTitle } from '@ultimate/events/staff/photo-limits.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import styles from './upload-area.module.css'
import { isUnderway, type Upload } from './uploads.ts'
import { nameTitleField, type useUploads } from './use-uploads.ts'

interface UploadRowProps {
  readonly upload: Upload
  readonly actions: ReturnType<typeof useUploads>['actions']
}

/** One picked file with its title, how far it is, and the ways on from there. */
export function UploadRow({ upload, actions }: UploadRowProps) {
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
          maxLength={longestPhotoTitle}
          readOnly={isUnderway(upload)}
          onValueChange={(text) => actions.name(id, text)}
        />
        {isUnderway(upload) && step !== 'queued' && <Progress upload={upload} />}
        {/* The way out stands beside it. */}
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
