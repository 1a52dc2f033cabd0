import { poolChanges } from '@ultimate/events/tournament/pool-changes.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { X } from 'lucide-react'
import styles from './builder-messages.module.css'
import { ChangeList } from './change-list.tsx'
import { latest } from './machine/stored-pools.ts'
import type { PoolBuilder } from './use-pool-builder.ts'

/** The questions the builder asks: before publishing, before leaving, and when another user saved first. */
export function BuilderDialogs({ builder }: { readonly builder: PoolBuilder }) {
  const { phase, send, leaving } = builder
  return (
    <>
      <PublishDialog
        open={phase === 'confirming'}
        onCancel={() => send({ type: 'publish.cancel' })}
        onConfirm={() => send({ type: 'publish.confirm' })}
      />
      <ConfirmDialog
        open={leaving !== null}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        tone="danger"
        onCancel={() => leaving?.stay()}
        onConfirm={() => leaving?.leave()}
      >
        This division has unsaved changes. They are lost when you leave.
      </ConfirmDialog>
      <Conflict builder={builder} />
    </>
  )
}

function Conflict({ builder: { context, send } }: { readonly builder: PoolBuilder }) {
  const { theirs, base, pools, teams } = context
  if (theirs === null) return null
  const name = theirs.changed?.name ?? 'Somebody else'
  const at = theirs.changed ? ` at ${new Date(theirs.changed.at).toLocaleTimeString()}` : ''
  const take = () => send({ type: 'theirs.take' })
  return (
    <Dialog
      open
      onClose={() => send({ type: 'conflict.close' })}
      title={`${name} was faster`}
      description={`${name} changed these pools${at}, while you were working on them. Nothing of yours is stored yet.`}
      actions={
        <>
          <Button variant="secondary" onClick={take}>
            Take theirs
          </Button>
          <Button onClick={() => send({ type: 'mine.keep' })}>Keep mine</Button>
        </>
      }
    >
      <div className={styles['sides']}>
        <section>
          <h3 className={styles['title']}>What {name} changed</h3>
          <ChangeList
            changes={poolChanges(base, latest(theirs))}
            teams={teams}
            nothing="The places are the same as before."
          />
        </section>
        <section>
          <h3 className={styles['title']}>What you changed</h3>
          <ChangeList changes={poolChanges(base, pools)} teams={teams} nothing="Nothing." />
        </section>
      </div>
    </Dialog>
  )
}

/**
 * What just succeeded or failed, in sight at every scroll position. Its live region is always present, to be announced.
 */
export function BuilderNotice({ builder: { context, send } }: { readonly builder: PoolBuilder }) {
  const { notice } = context
  return (
    <div ref={floatsInPassing} className={styles['place']} role={notice && notice.tone !== 'good' ? 'alert' : 'status'}>
      {notice && (
        <Notice
          tone={notice.tone}
          className={styles['notice']}
          action={
            notice.tone !== 'good' && (
              <IconButton
                label="Dismiss"
                icon={<X aria-hidden="true" />}
                onClick={() => send({ type: 'notice.dismiss' })}
              />
            )
          }
        >
          {notice.text}
        </Notice>
      )}
    </div>
  )
}

/** Asks before both divisions become public. */
function PublishDialog(props: Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'>) {
  return (
    <ConfirmDialog {...props} title="Publish pools?" confirmLabel="Publish">
      Your changes are saved first. Then the saved pools of both divisions, Competitive and Recreational, become visible
      to everybody.
    </ConfirmDialog>
  )
}
