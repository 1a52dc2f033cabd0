import type { ScheduleDraft } from '@ultimate/events/tournament/weekend/schedule-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { EmptyState } from '@ultimate/kit/components/feedback/empty-state.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { floatsAtTop, floatsInPassing } from '@ultimate/kit/components/layout/floating.ts'
import { Page, usePrinting } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { Loading, Skeleton } from '@ultimate/kit/components/loading/skeleton.tsx'
import { venueMoment } from '@ultimate/kit/event/venue-time.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { Hand, X } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useRegionFocus } from '../../../pools/builder/grid/focus.ts'
import noticeStyles from '../../../pools/drag-area.module.css'
import { DragArea } from '../../../pools/drag-area.tsx'
import { printedPage, ScheduleSheets } from '../schedule-sheets.tsx'
import { ScoreSheets } from '../score-sheets.tsx'
import { DraftGrid, placeOfTarget } from './draft-grid.tsx'
import { moveTo, type RoundAndField } from './draft-plan.ts'
import { EditorActions, type EditorQuestion, EditorQuestions, type Printout } from './editor-actions.tsx'
import { focusGame } from './game-button.tsx'
import { ConflictList, Tray } from './panels.tsx'
import styles from './schedule-editor-page.module.css'
import { type DraftEditor, useScheduleDraft, useStoredDraft } from './use-schedule-draft.ts'

/** /schedule/edit: the editor on which TD and admin place games on rounds and fields, and publish them. */
export function ScheduleEditorPage() {
  const { data: stored, error, isFetching, refetch } = useStoredDraft()
  return (
    <Page className={stored && stored.games.length > 0 ? printedPage : undefined}>
      <PageHeader density="desk" title="Edit Schedule" feather="gold" />
      {stored && <Editor stored={stored} />}
      {!stored && !error && <LoadingDraft />}
      {!stored && error && (
        <ErrorPanel title="Failed to load the draft" onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Page>
  )
}

function LoadingDraft() {
  return (
    <Loading label="Loading the draft" className={styles['loading']}>
      <Skeleton shape="block" className={styles['bar']} />
      <Skeleton shape="block" className={styles['table']} />
    </Loading>
  )
}

function Editor({ stored }: { readonly stored: ScheduleDraft }) {
  const [question, setQuestion] = useState<EditorQuestion | null>(null)
  const [printout, setPrintout] = useState<Printout>('schedule')
  const editor = useScheduleDraft(stored, () => setQuestion(null))
  const print = (wanted: Printout) => {
    flushSync(() => setPrintout(wanted))
    // Afterwards, the browser's own print command prints the schedule again.
    addEventListener('afterprint', () => setPrintout('schedule'), { once: true })
    window.print()
  }
  if (usePrinting()) {
    if (printout === 'scores') return <ScoreSheets schedule={editor.draft} />
    const now = venueMoment(new Date())
    return <ScheduleSheets schedule={editor.draft} note={stored.published ? `As of ${now}` : `Draft of ${now}`} />
  }
  return (
    <>
      <EditorActions editor={editor} onAsk={setQuestion} onPrint={print} />
      <EditorQuestions editor={editor} question={question} onClose={() => setQuestion(null)} />
      {editor.draft.games.length === 0 ? (
        <EmptyState title="No games yet">
          Publish the pools, look at the settings, then Make a draft: every pair of a pool plays once.
        </EmptyState>
      ) : (
        <Workspace editor={editor} />
      )}
    </>
  )
}

/** The grid, the conflicts, and the games without a place. A game is moved by drag, by two taps, or by keys. */
function Workspace({ editor }: { readonly editor: DraftEditor }) {
  const { draft, isWriting, place } = editor
  const [picked, setPicked] = useState<string | null>(null)
  const { area, title } = useRegionFocus()
  const held = draft.games.find(({ id }) => id === picked)
  const put = (game: string, to: RoundAndField) => {
    setPicked(null)
    const moved = draft.games.find(({ id }) => id === game)
    if (isWriting || !moved || (moved.round_id === to.round && moved.field_id === to.field)) return
    place(moveTo(game, to, draft))
  }
  const letGo = () => {
    if (picked) focusGame(picked)
    setPicked(null)
  }
  return (
    <DragArea
      renderLabel={(game) => draft.games.find(({ id }) => id === game)?.label}
      onLift={setPicked}
      onDrop={(game, target) => (target ? put(game, placeOfTarget(target)) : setPicked(null))}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape lets go wherever the focus is. */}
      <div
        ref={area}
        className={styles['workspace']}
        aria-busy={isWriting}
        onKeyDown={({ key }) => key === 'Escape' && letGo()}
      >
        <h2 ref={title} tabIndex={-1} className={styles['title']}>
          Games
        </h2>
        <DraftGrid
          draft={draft}
          held={picked}
          isWriting={isWriting}
          onHold={setPicked}
          onPlace={(to) => picked && put(picked, to)}
        />
        <div className={styles['panels']}>
          <ConflictList draft={draft} />
          <Tray
            draft={draft}
            held={picked}
            isWriting={isWriting}
            onHold={setPicked}
            onTakeOff={() => picked && put(picked, { round: null, field: null })}
          />
        </div>
        <div ref={floatsAtTop} className={noticeStyles['heldPlace']} role="status">
          {held && (
            <div className={noticeStyles['held']} data-ground="festive">
              <Hand aria-hidden="true" />
              <p>
                <b>{held.label}</b>: choose a place, or a game to swap with
              </p>
              <Button variant="quiet" size="compact" onClick={letGo}>
                Cancel
              </Button>
            </div>
          )}
        </div>
        <Failure editor={editor} />
      </div>
    </DragArea>
  )
}

/** Shows why a move failed, or that it waits; over the grid, which stays. */
function Failure({ editor: { placing } }: { readonly editor: DraftEditor }) {
  return (
    <div ref={floatsInPassing} className={noticeStyles['place']}>
      <div role="alert">
        {placing.message && (
          <Notice
            tone="bad"
            className={noticeStyles['notice']}
            action={<IconButton label="Dismiss" icon={<X aria-hidden="true" />} onClick={placing.reset} />}
          >
            <p>{placing.message}</p>
          </Notice>
        )}
        {placing.waiting && (
          <Notice tone="warn" className={noticeStyles['notice']}>
            <WaitsForConnection waiting={placing.waiting}>The move</WaitsForConnection>
          </Notice>
        )}
      </div>
    </div>
  )
}
