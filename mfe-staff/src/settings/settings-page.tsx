import type { FactsOfYear } from '@ultimate/events/language/edition-facts.ts'
import type { Edition } from '@ultimate/events/staff/edition-api.ts'
import { settingLabels } from '@ultimate/events/staff/edition-labels.ts'
import { Button, LinkButton } from '@ultimate/kit/components/buttons/button.tsx'
import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { Notice } from '@ultimate/kit/components/feedback/notice.tsx'
import { ChoiceCards } from '@ultimate/kit/components/fields/choice-cards.tsx'
import { Page } from '@ultimate/kit/components/layout/page.tsx'
import { PageHeader } from '@ultimate/kit/components/layout/page-header.tsx'
import { UnsavedBar } from '@ultimate/kit/components/layout/unsaved-bar.tsx'
import { SkeletonRows } from '@ultimate/kit/components/loading/skeleton.tsx'
import { LeaveDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { Dialog } from '@ultimate/kit/components/overlays/dialog.tsx'
import { type DraftMessage, isFrameReady } from '@ultimate/kit/event/framed-edition.ts'
import { useLeaveWarning } from '@ultimate/kit/form/leave-warning.ts'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { useSearchParams } from '@ultimate/kit/router.ts'
import { Eye, ScrollText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Editions, useEditions } from './editions.tsx'
import type { TaggedEdition } from './settings.machine.ts'
import { draftedFacts } from './settings-draft.ts'
import styles from './settings-page.module.css'
import { Sections } from './settings-sections.tsx'
import { useSettings, useStoredEdition } from './use-settings.ts'

const formId = 'tournament-settings'

/** The page `/settings`: the settings of a year, beside a preview of what visitors will see. */
export function SettingsPage() {
  const [params] = useSearchParams()
  const { data: stored, error, isFetching, refetch } = useStoredEdition(params.get('year'))
  const editions = useEditions()
  return (
    <Page>
      {stored && !editions.isPending ? (
        <Settings key={stored.edition.year} stored={stored} editions={editions.data ?? []} />
      ) : (
        <>
          <SettingsHeader />
          {error ? (
            <ErrorPanel
              title={messageOrStatus(error, 'Failed to load the settings')}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonRows label="Loading the settings" rows={10} />
          )}
        </>
      )}
    </Page>
  )
}

function SettingsHeader({ actions }: { readonly actions?: React.ReactNode }) {
  return (
    <PageHeader title="Tournament Settings" density="desk" feather="cranberry" actions={actions}>
      Everything that changes from year to year.
    </PageHeader>
  )
}

interface SettingsProps {
  readonly stored: TaggedEdition
  readonly editions: readonly Edition[]
}

function Settings({ stored, editions }: SettingsProps) {
  const form = useSettings(stored)
  const { edition, draft, conflict, warnings } = form
  const leaving = useLeaveWarning(form.isDirty)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const drafted = draftedFacts(edition, draft)
  return (
    <>
      <SettingsHeader
        actions={
          <>
            <Button
              className={styles['openPreview']}
              variant="secondary"
              size="compact"
              icon={<Eye aria-hidden="true" />}
              onClick={() => setPreviewOpen(true)}
            >
              Preview
            </Button>
            <LinkButton
              variant="plain"
              size="compact"
              icon={<ScrollText aria-hidden="true" />}
              to={`/audit?subject=edition-${edition.year}`}
            >
              History and undo
            </LinkButton>
          </>
        }
      />
      <div className={styles['editions']}>
        <Editions editions={editions} shown={edition} />
      </div>
      <div className={styles['columns']}>
        <form
          id={formId}
          className={styles['form']}
          noValidate
          aria-label="Tournament settings"
          aria-busy={form.isSending}
          onSubmit={form.onSubmit}
        >
          {form.failure && <Notice tone="bad" announce="alert" title={form.failure} />}
          {conflict && <ConflictNotice messages={conflict} />}
          {warnings.map((warning) => (
            <Notice key={warning} tone="warn" announce="status" title={warning} />
          ))}
          <Sections form={form} />
        </form>
        <aside className={styles['preview']} aria-label="Preview">
          <Preview facts={drafted} />
        </aside>
      </div>
      <Dialog open={isPreviewOpen} onClose={() => setPreviewOpen(false)} title="Preview" size="large">
        <Preview facts={drafted} />
      </Dialog>
      <UnsavedBar
        open={form.isDirty}
        saving={form.isSending}
        waiting={form.waiting}
        onReset={form.reset}
        form={formId}
      />
      <LeaveDialog leaving={leaving}>You have unsaved changes. Are you sure you want to leave?</LeaveDialog>
    </>
  )
}

interface ConflictNoticeProps {
  readonly messages: Readonly<Record<string, string>>
}

/** Shows what another director changed meanwhile; everything that was typed here stays. */
function ConflictNotice({ messages }: ConflictNoticeProps) {
  return (
    <Notice tone="warn" announce="alert" title="Someone else changed the settings while you typed.">
      <ul className={styles['changed']}>
        {Object.entries(messages).map(([path, message]) => (
          <li key={path}>
            <strong>{settingLabels[path] ?? path}:</strong> <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
      What you typed is still here. Save again to store it.
    </Notice>
  )
}

const pages = [
  { value: '/', label: 'Home' },
  { value: '/tournament/info', label: 'Info' },
  { value: '/dinner/info', label: 'Dinner' },
] as const

const widths = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const

interface PreviewProps {
  /** Null while something in the draft is wrong: then the frame still shows the facts before. */
  readonly facts: FactsOfYear | null
}

/** Shows the site as visitors would see it with these facts, in a frame to which this page posts them. */
function Preview({ facts }: PreviewProps) {
  const [path, setPath] = useState<(typeof pages)[number]['value']>('/')
  const [width, setWidth] = useState<(typeof widths)[number]['value']>('phone')
  const frame = useRef<HTMLIFrameElement>(null)
  const lastFacts = useRef(facts)
  lastFacts.current = facts ?? lastFacts.current
  useEffect(() => {
    const postFacts = () => {
      const message: DraftMessage = { type: 'edition-draft', facts: lastFacts.current as FactsOfYear }
      if (lastFacts.current) frame.current?.contentWindow?.postMessage(message, location.origin)
    }
    const postToReadyFrame = (event: MessageEvent) => {
      if (event.source === frame.current?.contentWindow && isFrameReady(event)) postFacts()
    }
    postFacts()
    addEventListener('message', postToReadyFrame)
    return () => removeEventListener('message', postToReadyFrame)
  })
  return (
    <div className={styles['previewed']}>
      <div className={styles['switches']}>
        <ChoiceCards look="segments" label="Page" choices={pages} value={path} onValueChange={setPath} />
        <ChoiceCards look="segments" label="Width" choices={widths} value={width} onValueChange={setWidth} />
      </div>
      {!facts && <p role="status">Shows your changes once the marked fields are right.</p>}
      <div className={styles['screen']} data-width={width}>
        <iframe key={path} ref={frame} className={styles['frame']} title="Preview of the site" src={path} />
      </div>
    </div>
  )
}
