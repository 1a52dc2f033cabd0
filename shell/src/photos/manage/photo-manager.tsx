import type { Photo } from '@ultimate/events/staff/photo-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { Images, X } from 'lucide-react'
import { UploadArea } from '../add-photo/upload-area.tsx'
import { useUploads } from '../add-photo/uploads.ts'
import { PhotoList } from './photo-list.tsx'
import styles from './photo-manager.module.css'

export interface PhotoManagerProps {
  /** Undefined until they are here. */
  readonly photos: readonly Photo[] | undefined
  readonly hasFailed: boolean
  readonly onRetry: () => void
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The TD's panel: collapsed a number and a button, open all that can be done with photos. Uploads outlive closing it. */
export function PhotoManager({ photos, hasFailed, onRetry, isOpen, onToggle }: PhotoManagerProps) {
  const uploads = useUploads()
  const leaving = useLeaveWarning(uploads.underway > 0 || uploads.titled > 0)
  return (
    <section className={styles['manager']} aria-labelledby="photo-manager-title">
      <div className={styles['bar']}>
        <Images className={styles['sign']} aria-hidden="true" />
        <h2 id="photo-manager-title" className={styles['title']}>
          Photo manager
        </h2>
        <p className={styles['count']}>{describeCount(photos)}</p>
        <p className={styles['underway']} role="status">
          {uploads.underway > 0 && `Uploading ${uploads.underway}`}
        </p>
        <Button
          variant="secondary"
          className={styles['toggle']}
          icon={isOpen && <X aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
        >
          {isOpen ? 'Close' : 'Manage Photos'}
        </Button>
      </div>
      {isOpen && (
        <div className={styles['inside']}>
          <UploadArea {...uploads} />
          <ManagedPhotos photos={photos} hasFailed={hasFailed} onRetry={onRetry} />
        </div>
      )}
      <LeaveDialog
        leaving={leaving}
        title={uploads.underway > 0 ? 'Photos are still uploading' : 'Photos are not uploaded yet'}
        confirmLabel="Leave Without Them"
      >
        {uploads.underway > 0
          ? 'Leaving this page ends the upload. Are you sure you want to leave?'
          : 'You have unsaved changes. Are you sure you want to leave?'}
      </LeaveDialog>
    </section>
  )
}

function ManagedPhotos({ photos, hasFailed, onRetry }: Pick<PhotoManagerProps, 'photos' | 'hasFailed' | 'onRetry'>) {
  if (photos && photos.length > 0) return <PhotoList photos={photos} />
  if (photos)
    return (
      <EmptyState title="No Photos Yet" headingLevel={3}>
        What you upload here is shown to everybody on this page.
      </EmptyState>
    )
  if (hasFailed) return <ErrorPanel title="Failed to load photos" onRetry={onRetry} />
  return <SkeletonRows label="Loading photos" rows={4} />
}

function describeCount(photos: readonly Photo[] | undefined): string {
  if (!photos) return 'Not counted yet'
  return photos.length === 1 ? '1 photo' : `${photos.length} photos`
}
