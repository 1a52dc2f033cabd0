import type { SavedPool } from '@ultimate/events/tournament/pools.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { floatsAtTop } from '@ultimate/kit/components/layout/floating.ts'
import { UnsavedBar } from '@ultimate/kit/components/layout/unsaved-bar.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/visually-hidden.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Hand, History, Megaphone, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { BuilderNotice } from './builder-messages.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { countTeams } from './machine/arrangement.ts'
import { DragArea } from './pools/drag-area.tsx'
import { focusFirstPlace, focusTeam } from './pools/keyboard.ts'
import { PoolForm } from './pools/pool-form.tsx'
import { PoolGrid } from './pools/pool-grid.tsx'
import { Unassigned } from './pools/unassigned.tsx'
import type { PoolBuilder } from './use-pool-builder.ts'
import styles from './workspace.module.css'

/** Teams on one side, pools on the other; stacked on a phone. */
export function Workspace({ builder }: { readonly builder: PoolBuilder }) {
  const { context, send, isWriting, phase, isUnsaved } = builder
  const [deleting, setDeleting] = useState<SavedPool | null>(null)
  const [byKeyboard, setByKeyboard] = useState(false)
  const pick = (team: string) => {
    if (context.held === team) return send({ type: 'team.letGo' })
    send({ type: 'team.hold', team })
    // A keyboard user is taken to the places. For a tap, the page must not move under the finger.
    if (byKeyboard) focusFirstPlace()
  }
  const remove = (pool: SavedPool) => {
    if (countTeams(pool) > 0) setDeleting(pool)
    else send({ type: 'pool.delete', pool: pool.id })
  }
  const key = (event: KeyboardEvent) => {
    setByKeyboard(true)
    if (event.key !== 'Escape' || context.held === null) return
    focusTeam(context.held)
    send({ type: 'team.letGo' })
  }
  return (
    <DragArea builder={builder}>
      <div
        className={styles['workspace']}
        onKeyDownCapture={key}
        onPointerDownCapture={() => setByKeyboard(false)}
        aria-busy={isWriting}
      >
        <div className={styles['side']}>
          <Actions builder={builder} />
          <PoolForm existing={context.pools.length} disabled={isWriting} onAdd={builder.addPools} />
          <Unassigned builder={builder} onPick={pick} />
        </div>
        <section className={styles['main']} aria-labelledby="assignments">
          <h2 id="assignments" className={styles['title']}>
            Pool assignments
          </h2>
          <PoolGrid builder={builder} onDelete={remove} onPick={pick} />
        </section>
      </div>
      <HeldTeam builder={builder} />
      <BuilderNotice builder={builder} />
      <UnsavedBar
        open={isUnsaved}
        message="Unsaved Changes..."
        resetLabel="Discard"
        saveLabel="Save"
        saving={isWriting}
        onReset={() => send({ type: 'discard' })}
        onSave={() => send({ type: 'save' })}
      />
      <DeleteDialog
        pool={deleting}
        onCancel={() => setDeleting(null)}
        onConfirm={(pool) => {
          setDeleting(null)
          send({ type: 'pool.delete', pool })
        }}
      />
      <VisuallyHidden>
        <span role="status">{phase === 'saving' && 'Saving'}</span>
      </VisuallyHidden>
    </DragArea>
  )
}

function Actions({ builder }: { readonly builder: PoolBuilder }) {
  const { send, canPublish, canUnpublish, isWriting, phase, context } = builder
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  return (
    <section className={styles['actions']} aria-label="Pool actions">
      <p className={styles['state']}>{stateOf(builder)}</p>
      <Button
        icon={<Megaphone aria-hidden="true" />}
        disabled={!canPublish || (isWriting && phase !== 'publishing')}
        busy={phase === 'publishing'}
        onClick={() => send({ type: 'publish' })}
      >
        Publish
      </Button>
      <Button
        variant="secondary"
        icon={<Undo2 aria-hidden="true" />}
        disabled={!canUnpublish || (isWriting && phase !== 'unpublishing')}
        busy={phase === 'unpublishing'}
        onClick={() => send({ type: 'unpublish' })}
      >
        Unpublish
      </Button>
      <Button
        variant="quiet"
        size="compact"
        className={styles['history']}
        icon={<History aria-hidden="true" />}
        onClick={() => setHistoryOpen(true)}
      >
        History
      </Button>
      {isHistoryOpen && (
        <HistoryDialog
          division={context.division}
          teams={context.teams}
          onClose={() => setHistoryOpen(false)}
          onTake={(pools) => {
            setHistoryOpen(false)
            send({ type: 'arrangement.take', pools })
          }}
        />
      )}
    </section>
  )
}

/** Whether the pools on the screen are unsaved, saved or public. */
function stateOf({ context: { stored }, isUnsaved }: PoolBuilder): string {
  if (isUnsaved) return 'Not saved yet'
  if (stored.saved.length > 0)
    return stored.published.length > 0 ? 'Saved; the public sees an earlier version' : 'Saved, not public'
  return stored.published.length > 0 ? 'Published: the public sees these pools' : 'Nothing saved yet'
}

/** Shows which team is held, at every scroll position, and a button to release it. */
function HeldTeam({ builder: { context, send } }: { readonly builder: PoolBuilder }) {
  const team = context.teams.find(({ id }) => id === context.held)
  return (
    <div ref={floatsAtTop} className={styles['heldPlace']} role="status">
      {team && (
        <div className={styles['held']} data-ground="festive">
          <Hand aria-hidden="true" />
          <p>
            <bdi>{team.team_name}</bdi>: choose a place
          </p>
          <Button variant="quiet" size="compact" onClick={() => send({ type: 'team.letGo' })}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}

interface DeleteDialogProps {
  readonly pool: SavedPool | null
  readonly onCancel: () => void
  readonly onConfirm: (pool: string) => void
}

function DeleteDialog({ pool, onCancel, onConfirm }: DeleteDialogProps) {
  const count = pool ? countTeams(pool) : 0
  return (
    <ConfirmDialog
      open={pool !== null}
      title={`Delete ${pool?.name ?? 'pool'}`}
      confirmLabel="Delete"
      tone="danger"
      onCancel={onCancel}
      onConfirm={() => pool && onConfirm(pool.id)}
    >
      Are you sure you want to delete {pool?.name}? This will remove {count} team(s) from the pool.
    </ConfirmDialog>
  )
}
