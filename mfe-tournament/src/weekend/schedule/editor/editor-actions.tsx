import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { callForFile } from '@ultimate/kit/request/api.ts'
import { useExport } from '@ultimate/kit/request/save-file.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { ClipboardPen, CloudRain, Download, Megaphone, Printer, Settings2, Wand2 } from 'lucide-react'
import { useState } from 'react'
import { useSchedule } from '../../queries.ts'
import { type AnnouncementOffer, DayChangeDialog } from './day-change-dialog.tsx'
import { listClashes, listRestConflicts } from './draft-plan.ts'
import styles from './schedule-editor-page.module.css'
import { SettingsDialog } from './settings-dialog.tsx'
import { UndoDayChange } from './undo-day-change.tsx'
import type { DraftEditor } from './use-schedule-draft.ts'

export type EditorQuestion = 'make' | 'publish' | 'settings' | 'move games'

/** The sheets to print: the grid with a sheet for each field, or a score sheet for each game. */
export type Printout = 'schedule' | 'scores'

interface EditorActionsProps {
  readonly editor: DraftEditor
  readonly onAsk: (question: EditorQuestion) => void
  readonly onPrint: (printout: Printout) => void
}

/** The actions on the schedule as a whole. */
export function EditorActions({ editor, onAsk, onPrint }: EditorActionsProps) {
  const { draft, isWriting, making } = editor
  const { data: publicSchedule } = useSchedule()
  const isPublic = publicSchedule?.published === true
  const hasGames = draft.games.length > 0
  const canPublish = hasGames && !draft.published && listClashes(draft).length === 0
  const download = useExport({
    send: () => callForFile('GET /api/schedule/export', {}),
    name: 'schedule.csv',
    failed: (error) => messageOrStatus(error, 'Failed to export the schedule'),
  })
  return (
    <section className={styles['actions']} aria-label="Schedule actions">
      <p className={styles['state']} role="status">
        {describeState(editor, isPublic)}
      </p>
      <Button
        icon={<Megaphone aria-hidden="true" />}
        aria-disabled={!canPublish || isWriting}
        onClick={() => canPublish && !isWriting && onAsk('publish')}
      >
        Publish
      </Button>
      <Button
        variant="secondary"
        icon={<Wand2 aria-hidden="true" />}
        busy={making.isPending && !making.waiting}
        aria-disabled={isWriting}
        onClick={() => isWriting || (hasGames ? onAsk('make') : editor.make())}
      >
        Make a draft
      </Button>
      {!hasGames && <WaitsForConnection waiting={making.waiting} message={making.message} look="plain" />}
      <Button variant="quiet" size="compact" icon={<Settings2 aria-hidden="true" />} onClick={() => onAsk('settings')}>
        Settings
      </Button>
      {isPublic && (
        <Button
          variant="quiet"
          size="compact"
          icon={<CloudRain aria-hidden="true" />}
          onClick={() => onAsk('move games')}
        >
          Move games
        </Button>
      )}
      <UndoDayChange changes={draft.day_changes} />
      {hasGames && (
        <>
          <Button
            variant="quiet"
            size="compact"
            icon={<Printer aria-hidden="true" />}
            onClick={() => onPrint('schedule')}
          >
            Print
          </Button>
          <Button
            variant="quiet"
            size="compact"
            icon={<ClipboardPen aria-hidden="true" />}
            onClick={() => onPrint('scores')}
          >
            Score sheets
          </Button>
          <Button
            variant="quiet"
            size="compact"
            icon={<Download aria-hidden="true" />}
            busy={download.isPending && !download.waiting}
            onClick={() => download.run()}
          >
            Export CSV
          </Button>
          <WaitsForConnection waiting={download.waiting} />
        </>
      )}
    </section>
  )
}

/** Describes whether the draft is public, and what stops its publication. */
function describeState({ draft }: DraftEditor, isPublic: boolean): string {
  if (draft.games.length === 0) return 'Nothing drafted yet'
  const clashes = listClashes(draft).length
  if (clashes > 0)
    return `${clashes === 1 ? 'One conflict stops' : `${clashes} conflicts stop`} the publication: a team or field has two games at a time`
  if (draft.published) return 'Published: everybody sees this schedule'
  return isPublic
    ? 'Saved. Visitors see the earlier times and fields until you press Publish, also in a posted bracket'
    : 'Saved. Visitors see nothing of it until you press Publish'
}

interface EditorQuestionsProps {
  readonly editor: DraftEditor
  readonly question: EditorQuestion | null
  readonly onClose: () => void
}

export function EditorQuestions({ editor, question, onClose }: EditorQuestionsProps) {
  const { draft, making, publishing } = editor
  const { data: publicSchedule } = useSchedule()
  const [offer, setOffer] = useState<AnnouncementOffer | null>(null)
  return (
    <>
      <div role="status">{offer?.changes === draft.day_changes.length && <OfferAnnouncement {...offer} />}</div>
      <ConfirmDialog
        open={question === 'make'}
        title="Make a new draft?"
        confirmLabel="Make a draft"
        command={making}
        onConfirm={editor.make}
        onCancel={onClose}
      >
        <p>
          Every pool game without a score gets a new place, and the moves made by hand are replaced. What is public
          stays until you publish.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'publish'}
        title="Publish the schedule?"
        confirmLabel="Publish"
        command={publishing}
        onConfirm={editor.publish}
        onCancel={onClose}
      >
        <p>Everybody sees this schedule, in place of the one before.</p>
        <RemainingProblems editor={editor} />
      </ConfirmDialog>
      {question === 'settings' && <SettingsDialog draft={draft} onClose={onClose} />}
      {question === 'move games' && publicSchedule && (
        <DayChangeDialog schedule={publicSchedule} draft={draft} onClose={onClose} onChanged={setOffer} />
      )}
    </>
  )
}

function OfferAnnouncement({ text }: AnnouncementOffer) {
  return (
    <Notice className={styles['offer']} title="Everybody sees this on the schedule. Announce it as well?">
      <p>{text}</p>
      <LinkButton variant="secondary" size="compact" to={`/announcements?text=${encodeURIComponent(text)}`}>
        Announce it
      </LinkButton>
    </Notice>
  )
}

/** The problems that remain after the publication. */
function RemainingProblems({ editor: { draft } }: { readonly editor: DraftEditor }) {
  const restConflicts = listRestConflicts(draft)
  const labels = draft.unplaced.flatMap(({ game }) =>
    draft.games.filter(({ id }) => id === game).map((one) => one.label),
  )
  return (
    <>
      {restConflicts.length > 0 && (
        <>
          <p>Too little rest stays:</p>
          <ul className={styles['open']}>
            {restConflicts.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {labels.length > 0 && <p>Without a time and a field: {labels.join(', ')}.</p>}
    </>
  )
}
