import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { useState } from 'react'
import { countOfTeams } from '../teams/teams-query.ts'
import styles from './removed-teams.module.css'
import { restoreAndTell } from './restore-teams.ts'

/** Everything that is listed at once: after an attack was met with too broad a search. */
export function RestoreAll({ ids }: { readonly ids: readonly string[] }) {
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const restore = async () => {
    if (!asked) return
    setProgress(0)
    await restoreAndTell(asked, setProgress)
    setProgress(null)
    setAsked(null)
  }
  const count = countOfTeams((asked ?? ids).length)
  return (
    <div className={styles['all']}>
      <p className={styles['count']}>{countOfTeams(ids.length)} listed</p>
      <Button variant="quiet" size="compact" onClick={() => setAsked(ids)}>
        Restore all listed
      </Button>
      <ConfirmDialog
        open={asked !== null}
        title={`Restore ${count}?`}
        confirmLabel={`Restore ${count}`}
        busy={progress !== null}
        onConfirm={() => void restore()}
        onCancel={() => setAsked(null)}
      >
        <p>They stand in their old places in the order again, without a place in a pool.</p>
        <p role="status">{progress !== null && asked && `Restored ${progress} of ${asked.length}`}</p>
      </ConfirmDialog>
    </div>
  )
}
