import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { useSessionStore } from '@ultimate/kit/state/session.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

const CancelSignupDialog = late(async () => (await import('../sign-up/cancel-signup-dialog.tsx')).CancelSignupDialog, {
  what: 'The question',
  failed: LateAnswer,
})

interface RemoveWalkInProps {
  readonly signup: Signup
  readonly className?: string | undefined
}

/**
 * Lets users remove a walk-in that they took in by mistake. TD and admin remove those of others where they open them.
 */
export function RemoveWalkIn({ signup, className }: RemoveWalkInProps) {
  const [isOpen, setOpen] = useState(false)
  const isOwn = useSessionStore(({ user }) => signup.walk_in && user !== null && user.id === signup.taken_in_by)
  if (!isOwn) return null
  return (
    <>
      <IconButton
        variant="quiet"
        className={className}
        label={`Remove the walk-in of ${signup.person_name}`}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      {isOpen && <CancelSignupDialog signup={signup} onClose={() => setOpen(false)} />}
    </>
  )
}
