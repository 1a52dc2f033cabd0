import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { lateFile, useLate } from '@ultimate/kit/components/loading/late.tsx'
import placeStyles from '../place/photos-place.module.css'
import styles from './manager-place.module.css'
import type { PhotoManagerProps } from './photo-manager.tsx'

const manager = lateFile(async () => (await import('./photo-manager.tsx')).PhotoManager)

/** Where the manager of the photos stands; what it is made of is loaded for TDs only. */
export function ManagerPlace(props: PhotoManagerProps) {
  const { loaded: PhotoManager, hasFailed, isRetrying, retry } = useLate(manager)
  if (PhotoManager) return <PhotoManager {...props} />
  if (!hasFailed) return <div className={placeStyles['managerRoom']} />
  return (
    <div className={styles['place']}>
      <Notice
        tone="bad"
        title="The photo manager could not be loaded"
        announce="alert"
        action={
          <Button variant="secondary" size="compact" busy={isRetrying} onClick={retry}>
            Try again
          </Button>
        }
      />
    </div>
  )
}
