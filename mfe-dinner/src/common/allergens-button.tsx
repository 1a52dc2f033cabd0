import { type Allergens, areAnyNamed } from '@ultimate/events/dinner/allergens.ts'
import { Button, type ButtonLook } from '@ultimate/kit/components/buttons/button.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { Wheat } from 'lucide-react'
import { useState } from 'react'

// Loaded when a button is hovered or focused, or else at the first opening.
const AllergensDialog = late(async () => (await import('./allergens-dialog.tsx')).AllergensDialog, {
  what: 'The form for allergens',
  failed: LateAnswer,
})

interface AllergensButtonProps extends Pick<ButtonLook, 'variant' | 'size'> {
  readonly signupId: string
  readonly dish: string
  readonly allergens: Allergens
}

/** Opens the form that names what a dish holds. */
export function AllergensButton({ signupId, dish, allergens, ...look }: AllergensButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const label = areAnyNamed(allergens) ? 'Change allergens' : 'Name allergens'
  return (
    <>
      <Button
        {...look}
        icon={<Wheat aria-hidden="true" />}
        aria-label={`${label} in ${dish}`}
        onPointerEnter={AllergensDialog.preload}
        onFocus={AllergensDialog.preload}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <AllergensDialog signupId={signupId} dish={dish} allergens={allergens} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
