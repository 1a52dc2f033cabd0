import type { Team } from '@ultimate/events/tournament/api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { VisuallyHidden } from '@ultimate/kit/components/layout/page.tsx'
import { ConfirmDialog } from '@ultimate/kit/components/overlays/confirm-dialog.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { doesSiteMail } from '@ultimate/kit/event/site-mail.ts'
import { messageOrStatus, shortPauses } from '@ultimate/kit/request/answer.ts'
import { call } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { Link2Off } from 'lucide-react'
import { useState } from 'react'

/** Ends the private link of one team's captain for TD and admin, after a question that explains what happens. */
export function RevokeBidLink({ team }: { readonly team: Pick<Team, 'id' | 'team_name'> }) {
  const [isAsking, setAsking] = useState(false)
  const ending = useCommand<void>({
    send: (_, idempotencyKey) =>
      call('POST /api/teams/{id}/revoke-link', { params: { id: team.id } }, { idempotencyKey }),
    pauses: shortPauses,
    failed: (error) => messageOrStatus(error, 'No response. Please try again.'),
    onDone: () => {
      toast.success(`The private link of ${team.team_name} is replaced.`)
      setAsking(false)
    },
  })
  return (
    <>
      <Button variant="quiet" size="compact" icon={<Link2Off aria-hidden="true" />} onClick={() => setAsking(true)}>
        New link…
        <VisuallyHidden> for {team.team_name}</VisuallyHidden>
      </Button>
      <ConfirmDialog
        open={isAsking}
        tone="danger"
        title={`Replace the private link of ${team.team_name}?`}
        confirmLabel="Replace the link"
        command={ending}
        onConfirm={() => ending.run()}
        onCancel={() => setAsking(false)}
      >
        <p>Anyone who has a link to this bid can no longer open, correct or withdraw it. The bid stays as it is.</p>
        <p>
          {doesSiteMail()
            ? 'We’ll email the captain a new link.'
            : 'This site sends no email: please tell the captain to ask for a new link.'}
        </p>
        <p>This cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}
