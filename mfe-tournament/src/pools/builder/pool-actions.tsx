import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { History, Megaphone, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Seeds } from '../../teams/seeds.tsx'
import { HistoryDialog } from './dialogs/history-dialog.tsx'
import { hasPublishedPools } from './unsaved/work.ts'
import type { PoolBuilder } from './use-pool-builder.ts'
import styles from './workspace.module.css'

/** The state and the actions of the division as a whole: whether it is public, and what was done with it before. */
export function PoolActions({ builder }: { readonly builder: PoolBuilder }) {
  const { send, canPublish, canUnpublish, isWriting, waiting, phase, context } = builder
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  return (
    <section className={styles['actions']} aria-label="Pool actions">
      <p className={styles['state']}>{describeState(builder)}</p>
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
      <WaitsForConnection waiting={context.intent === 'save' ? null : waiting}>
        {context.intent === 'publish' ? 'Publish' : 'Unpublish'}
      </WaitsForConnection>
      <Seeds division={context.division} />
      <Button variant="quiet" size="compact" icon={<History aria-hidden="true" />} onClick={() => setHistoryOpen(true)}>
        History
      </Button>
      {hasPublishedPools(context.stored) && (
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
  return stored.saved.length > 0 ? 'Saved, not public' : 'Nothing saved yet'
}
