import type { OwnBid } from '@ultimate/events/tournament/own-bid-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { messageOrStatus } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { refresh, showAccepted } from '@ultimate/kit/request/live.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useState } from 'react'
import styles from './own-bid-page.module.css'

/** The captain takes the bid back, once more asked. */
export function WithdrawTeam({ token, own }: { readonly token: string; readonly own: OwnBid }) {
  const [isAsking, setAsking] = useState(false)
  const withdrawal = useCommand<void, OwnBid>({
    send: (_, key) => call('POST /api/bid/withdraw', { body: { token } }, { idempotencyKey: key }),
    failed: (error) => messageOrStatus(error, 'Your bid could not be withdrawn. Please try again.'),
    onDone: async (withdrawn) => {
      await showAccepted<OwnBid>(['teams', 'own', token], () => withdrawn)
      void refresh(['teams', 'registered'])
    },
  })
  return (
    <section className={styles['withdraw']} aria-label="Withdraw">
      <p>Can’t make it? The sooner you let us know, the sooner the next team gets your spot.</p>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Withdraw this bid…
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Withdraw ${own.bid.teamName}?`}
        confirmLabel="Withdraw"
        tone="danger"
        command={withdrawal}
        onConfirm={() => withdrawal.run()}
        onCancel={() => setAsking(false)}
      >
        <p>The team leaves the list, and the teams behind it move up. Only the organizers can restore the bid.</p>
      </ConfirmDialog>
    </section>
  )
}
