import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSlots } from '../slots/slots-query.ts'
import type { CheckInKind } from './kinds.ts'

// A file of its own, because most check-ins need no walk-in. Loaded when the button is hovered, or else at the opening.
const WalkInDialog = late(async () => (await import('./walk-in-dialog.tsx')).default, {
  what: 'The form',
  failed: LateAnswer,
})

interface WalkInButtonProps {
  readonly kind: CheckInKind
  /** The name to begin with. */
  readonly name?: string
}

/** Opens the form for a dish or a helper without a sign-up. */
export function WalkInButton({ kind, name = '' }: WalkInButtonProps) {
  const [isOpen, setOpen] = useState(false)
  // Loads the slots before the form needs them, because the connection may be lost by then.
  useSlots()
  return (
    <>
      <Button
        variant="secondary"
        size={name === '' ? 'compact' : 'regular'}
        icon={<UserPlus aria-hidden="true" />}
        onPointerEnter={WalkInDialog.preload}
        onClick={() => setOpen(true)}
      >
        {name === '' ? 'Walk-in' : `Walk-in: ${name}`}
      </Button>
      {isOpen && <WalkInDialog kind={kind} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
