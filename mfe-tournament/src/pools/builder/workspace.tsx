import type { SavedPool } from '@ultimate/events/tournament/pools/pools.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { UnsavedBar } from '@ultimate/kit/components/layout/unsaved-bar.tsx'
import { useFocusSuccessor } from '@ultimate/kit/focus/focus-successor.ts'
import { Redo2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { DeleteDialog } from './dialogs/questions.tsx'
import { focusFirstPlace, focusTeam, nearestInRegion } from './grid/focus.ts'
import { PoolForm } from './grid/pool-form.tsx'
import { PoolGrid } from './grid/pool-grid.tsx'
import { TeamDragArea } from './grid/team-drag-area.tsx'
import { Unassigned } from './grid/unassigned.tsx'
import { BuilderNotices, DraftBar, HeldTeams } from './notices.tsx'
import { PoolActions } from './pool-actions.tsx'
import { countTeams } from './unsaved/arrangement.ts'
import type { PoolBuilder } from './use-pool-builder.ts'
import styles from './workspace.module.css'

/** Teams on one side, pools on the other; stacked on a phone. */
export function Workspace({ builder }: { readonly builder: PoolBuilder }) {
  const { context, send, isWriting, waiting, phase, isUnsaved } = builder
  const [deleting, setDeleting] = useState<SavedPool | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [rule] = useState(() => nearestInRegion(title))
  useFocusSuccessor(area, rule)
  const { isRange, setRange, pick, onKeyDown, onPointerDown } = usePicking(builder)
  const remove = (pool: SavedPool) => {
    if (countTeams(pool) > 0) setDeleting(pool)
    else send({ type: 'pool.delete', pool: pool.id })
  }
  return (
    <TeamDragArea builder={builder}>
      <div ref={area} onKeyDownCapture={onKeyDown} onPointerDownCapture={onPointerDown} aria-busy={isWriting}>
        <PoolActions builder={builder} />
        <div className={styles['workspace']}>
          <div className={styles['side']} data-region="">
            <PoolForm existing={context.pools.length} disabled={isWriting} onAdd={builder.addPools} />
            <Unassigned builder={builder} isRange={isRange} onPick={pick} />
          </div>
          <section className={styles['main']} aria-labelledby="assignments">
            <header className={styles['head']}>
              <h2 id="assignments" ref={title} tabIndex={-1} className={styles['title']}>
                Pool assignments
              </h2>
              <Steps builder={builder} />
            </header>
            <DraftBar builder={builder} />
            <PoolGrid builder={builder} onDelete={remove} onPick={(team) => pick([team])} />
          </section>
        </div>
        <HeldTeams builder={builder} isRange={isRange} onRange={setRange} />
        <BuilderNotices builder={builder} />
        <UnsavedBar
          open={isUnsaved}
          message="Unsaved Changes..."
          resetLabel="Discard"
          saveLabel="Save"
          saving={isWriting}
          waiting={context.intent === 'save' ? waiting : null}
          onReset={() => send({ type: 'discard' })}
          onSave={() => send({ type: 'save' })}
        />
      </div>
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
    </TeamDragArea>
  )
}

/** One step back, one step forth. */
function Steps({ builder: { context, send, isWriting } }: { readonly builder: PoolBuilder }) {
  return (
    <div className={styles['steps']}>
      <IconButton
        label="Undo last change"
        icon={<Undo2 aria-hidden="true" />}
        disabled={isWriting || context.past.length === 0}
        onClick={() => send({ type: 'undo' })}
      />
      <IconButton
        label="Redo"
        icon={<Redo2 aria-hidden="true" />}
        disabled={isWriting || context.future.length === 0}
        onClick={() => send({ type: 'redo' })}
      />
    </div>
  )
}

const isText = (target: EventTarget): boolean => target instanceof HTMLInputElement

/** Picking teams up and letting them go, by touch and by keys. */
function usePicking({ context: { held }, send }: PoolBuilder) {
  const [isRange, setRange] = useState(false)
  const [isByKeyboard, setByKeyboard] = useState(false)
  /** Adds these to the teams that are held; a single one that is held already is let go. */
  const pick = (teams: readonly string[]) => {
    const [only] = teams
    const isLetGo = teams.length === 1 && only !== undefined && held.includes(only)
    setRange(false)
    send({
      type: 'teams.hold',
      teams: isLetGo
        ? held.filter((team) => team !== only)
        : [...held, ...teams.filter((team) => !held.includes(team))],
    })
    // A keyboard user is taken to the places. For a tap, the page must not move under the finger.
    if (isByKeyboard && !isLetGo) focusFirstPlace()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    setByKeyboard(true)
    const last = held.at(-1)
    if (event.key === 'Escape' && last !== undefined) {
      focusTeam(last)
      setRange(false)
      send({ type: 'teams.hold', teams: [] })
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isText(event.target)) {
      event.preventDefault()
      send({ type: event.shiftKey ? 'redo' : 'undo' })
    }
  }
  return { isRange: isRange && held.length > 0, setRange, pick, onKeyDown, onPointerDown: () => setByKeyboard(false) }
}
