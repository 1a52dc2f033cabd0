import type { ListedPart } from '@ultimate/events/releases/api.ts'
import { SelectField } from '@ultimate/kit/components/fields/select-field.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useRef, useState } from 'react'
import styles from './parts-page.module.css'
import { partsKey, rollbackSentence } from './parts-query.ts'

/** The change that the TD confirms before visitors get another version. */
export type VersionChange =
  | { readonly kind: 'activate'; readonly part: ListedPart; readonly version: string }
  | { readonly kind: 'rollback'; readonly part: ListedPart }

/** The request to the site: a version for a share of the visitors, or a rollback. */
type LiveChange = Pick<ListedPart, 'name'> & {
  readonly activation?: { readonly version: string; readonly percent?: number }
}

const everyone = 100
const shares = [1, 5, 10, 25, 50, everyone] as const

interface ChangeLiveProps {
  /** Null while the dialog is closed. */
  readonly change: VersionChange | null
  readonly onClose: () => void
}

/** Asks before visitors get another version, and for how many of them. */
export function ChangeLive({ change, onClose }: ChangeLiveProps) {
  const [percent, setPercent] = useState<number>(everyone)
  const command = useCommand({
    send,
    failed: 'The change did not reach the site',
    onDone: async ({ part }, { activation }) => {
      await showAccepted<ListedPart[]>(partsKey, (parts) => parts.map((it) => (it.name === part.name ? part : it)))
      toast.success(activation ? `What visitors get of ${part.name} is changed.` : `${part.name} is rolled back.`)
      close()
    },
    onError: () => refresh(partsKey),
  })
  const close = () => {
    command.reset()
    setPercent(everyone)
    onClose()
  }
  // The dialog still shows its question while it fades out.
  const lastChange = useRef<VersionChange | null>(null)
  if (change) lastChange.current = change
  const shown = change ?? lastChange.current
  const isActivation = shown?.kind === 'activate'
  const isFirstRelease = shown?.part.live === null
  return (
    <ConfirmDialog
      open={change !== null}
      title={isActivation ? `Make ${shown.part.name} ${shown.version} live` : `Roll back ${shown?.part.name ?? ''}`}
      confirmLabel={isActivation ? 'Make live' : 'Roll back'}
      tone={isActivation ? 'regular' : 'danger'}
      busy={command.isPending}
      waiting={command.waiting}
      error={command.message}
      onConfirm={() => change && command.run(toRequest(change, percent))}
      onCancel={close}
    >
      {isActivation ? (
        <div className={styles['question']}>
          <p>
            Visitors get it with the next page they load
            {isFirstRelease ? '.' : `; a rollback leads back to ${shown.part.live}.`}
          </p>
          <SelectField
            label="For how many visitors?"
            value={String(percent)}
            onValueChange={(value) => setPercent(Number(value))}
          >
            {shares.map((share) => (
              <option key={share} value={share}>
                {share === everyone ? 'All visitors' : `${share} % of the visitors, always the same ones`}
              </option>
            ))}
          </SelectField>
        </div>
      ) : (
        shown && <p>{rollbackSentence(shown.part)}</p>
      )}
    </ConfirmDialog>
  )
}

function toRequest(change: VersionChange, percent: number): LiveChange {
  const { name } = change.part
  if (change.kind === 'rollback') return { name }
  return { name, activation: { version: change.version, ...(percent < everyone && { percent }) } }
}

function send({ name, activation }: LiveChange, idempotencyKey: string) {
  const params = { name }
  if (!activation) return call('POST /api/parts/{name}/rollback', { params }, { idempotencyKey })
  return call('POST /api/parts/{name}/activate', { params, body: activation }, { idempotencyKey })
}
