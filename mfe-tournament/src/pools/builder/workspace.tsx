import { configurationError, poolLimits } from '@ultimate/events/tournament/pools/pools.ts'
import type { SavedPool } from '@ultimate/events/tournament/pools/pools-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { TextField } from '@ultimate/kit/components/fields/text-field.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { UnsavedBar } from '@ultimate/kit/components/layout/unsaved-bar.tsx'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { History, Megaphone, Plus, Printer, Redo2, Undo2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { Seeds } from '../../teams/seeds.tsx'
import { focusFirstPlace, focusTeam, useRegionFocus } from './grid/focus.ts'
import { PoolGrid } from './grid/pool-grid.tsx'
import { TeamDragArea } from './grid/team-drag-area.tsx'
import { Unassigned } from './grid/unassigned.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { BuilderNotices, DraftBar, HeldTeams } from './notices.tsx'
import { DeleteDialog } from './questions.tsx'
import { countTeams } from './unsaved/arrangement.ts'
import { arrangementOf } from './unsaved/stored.ts'
import { isAnyDivisionPublic } from './unsaved/work.ts'
import type { PoolBuilder } from './use-pool-builder.ts'
import styles from './workspace.module.css'

/** Teams on one side, pools on the other; stacked on a phone. */
export function Workspace({ builder }: { readonly builder: PoolBuilder }) {
  const { context, send, isWriting, waiting, phase, isUnsaved } = builder
  const [deleting, setDeleting] = useState<SavedPool | null>(null)
  // If the focused element disappears, the focus stays in its `data-region`, or else goes to the title.
  const { area, title } = useRegionFocus()
  const { isSelectingRange, setSelectingRange, pick, onKeyDown, onPointerDown } = usePicking(builder)
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
            <PoolForm poolCount={context.pools.length} disabled={isWriting} onAdd={builder.addPools} />
            <Unassigned builder={builder} isSelectingRange={isSelectingRange} onPick={pick} />
          </div>
          <section className={styles['main']} aria-labelledby="assignments">
            <header className={styles['head']}>
              <h2 id="assignments" ref={title} tabIndex={-1} className={styles['title']}>
                Pool assignments
              </h2>
              <UndoRedoButtons builder={builder} />
            </header>
            <DraftBar builder={builder} />
            <PoolGrid builder={builder} onDelete={remove} onPick={(team) => pick([team])} />
          </section>
        </div>
        <HeldTeams builder={builder} isSelectingRange={isSelectingRange} onSelectingRange={setSelectingRange} />
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

function UndoRedoButtons({ builder: { context, send, isWriting } }: { readonly builder: PoolBuilder }) {
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

const isTextField = (target: EventTarget): boolean => target instanceof HTMLInputElement

/** Picks teams up and releases them, by touch and by keys. */
function usePicking({ context: { held }, send }: PoolBuilder) {
  /** True: the next tap picks up a range of teams, as a click with Shift does. */
  const [isSelectingRange, setSelectingRange] = useState(false)
  const [isByKeyboard, setByKeyboard] = useState(false)
  /** Adds these teams to the held teams; releases a single team that is held already. */
  const pick = (teams: readonly string[]) => {
    const [first] = teams
    const isRelease = teams.length === 1 && first !== undefined && held.includes(first)
    setSelectingRange(false)
    send({
      type: 'teams.hold',
      teams: isRelease
        ? held.filter((team) => team !== first)
        : [...held, ...teams.filter((team) => !held.includes(team))],
    })
    // Only by keyboard: moving the focus scrolls the page, and the page must not move under a finger.
    if (isByKeyboard && !isRelease) focusFirstPlace()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    setByKeyboard(true)
    const lastHeld = held.at(-1)
    if (event.key === 'Escape' && lastHeld !== undefined) {
      focusTeam(lastHeld)
      setSelectingRange(false)
      send({ type: 'teams.hold', teams: [] })
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isTextField(event.target)) {
      event.preventDefault()
      send({ type: event.shiftKey ? 'redo' : 'undo' })
    }
  }
  return {
    isSelectingRange: isSelectingRange && held.length > 0,
    setSelectingRange,
    pick,
    onKeyDown,
    onPointerDown: () => setByKeyboard(false),
  }
}

/** The state of the pools, and the buttons for all pools of the division. */
function PoolActions({ builder }: { readonly builder: PoolBuilder }) {
  const { send, canPublish, canUnpublish, isWriting, waiting, phase, context } = builder
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  // The pressed button is only busy, because a disabled one would lose the focus.
  const isOtherWriting = (ownPhase: typeof phase) => isWriting && phase !== ownPhase
  return (
    <section className={styles['actions']} aria-label="Pool actions">
      <p className={styles['state']}>{describeState(builder)}</p>
      <Button
        icon={<Megaphone aria-hidden="true" />}
        disabled={!canPublish || isOtherWriting('publishing')}
        busy={phase === 'publishing'}
        onClick={() => send({ type: 'publish' })}
      >
        Publish
      </Button>
      <Button
        variant="secondary"
        icon={<Undo2 aria-hidden="true" />}
        disabled={!canUnpublish || isOtherWriting('unpublishing')}
        busy={phase === 'unpublishing'}
        onClick={() => send({ type: 'unpublish' })}
      >
        Unpublish
      </Button>
      {/* The `UnsavedBar` shows a save that waits. */}
      <WaitsForConnection waiting={context.intent === 'save' ? null : waiting}>
        {context.intent === 'publish' ? 'Publish' : 'Unpublish'}
      </WaitsForConnection>
      <Seeds division={context.division} />
      <Button variant="quiet" size="compact" icon={<History aria-hidden="true" />} onClick={() => setHistoryOpen(true)}>
        History
      </Button>
      {isAnyDivisionPublic([context.stored, context.stored.other]) && (
        <Button variant="quiet" size="compact" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Print public pools
        </Button>
      )}
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

/** Describes whether the pools on the screen are unsaved, saved or public. */
function describeState({ context: { stored, view }, isUnsaved }: PoolBuilder): string {
  if (isUnsaved) return 'Not saved yet'
  if (view === 'public') return 'Published: the public sees these pools'
  if (stored.published.length > 0) return 'Saved; the public sees an earlier version'
  return arrangementOf(stored, 'draft').length > 0 ? 'Saved, not public' : 'Nothing saved yet'
}

interface PoolFormProps {
  readonly poolCount: number
  readonly disabled: boolean
  readonly onAdd: (count: number, size: number) => void
}

const parseWhole = (text: string): number => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN)

/** The form to add pools: how many, and of how many places. */
function PoolForm({ poolCount, disabled, onAdd }: PoolFormProps) {
  const [count, setCount] = useState('4')
  const [size, setSize] = useState('5')
  const message = useId()
  const error = configurationError(parseWhole(count), parseWhole(size), poolCount)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (error === null) onAdd(parseWhole(count), parseWhole(size))
  }
  const numberProps = { inputMode: 'numeric', type: 'number', step: 1, 'aria-describedby': message } as const
  return (
    <form className={styles['form']} noValidate aria-label="Pool configuration" onSubmit={submit}>
      <h2 className={styles['formTitle']}>Pool configuration</h2>
      <div className={styles['fields']}>
        <TextField
          label="Number of pools"
          value={count}
          onValueChange={setCount}
          min={poolLimits.perAdd.min}
          max={poolLimits.perAdd.max}
          {...numberProps}
        />
        <TextField
          label="Pool size"
          value={size}
          onValueChange={setSize}
          min={poolLimits.size.min}
          max={poolLimits.size.max}
          {...numberProps}
        />
        <Button
          type="submit"
          variant="secondary"
          icon={<Plus aria-hidden="true" />}
          disabled={disabled || error !== null}
        >
          Add Pools
        </Button>
      </div>
      <p id={message} className={styles['error']} role="status">
        {error}
      </p>
    </form>
  )
}
