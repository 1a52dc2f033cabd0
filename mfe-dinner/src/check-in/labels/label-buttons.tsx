import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { QrCode, ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import { isShownAsCheckedIn, type PageState, timeWithDay } from '../lists/checklist.ts'
import type { Press } from '../use-check-in-commands.ts'
import { labelCode } from './label-code.ts'
import type { ScanDialogProps, Scanned } from './scan-dialog.tsx'

// Both dialogs load late, because most check-ins need no libraries for QR codes.
const LabelSheet = late(async () => (await import('./label-sheet.tsx')).default, {
  what: 'The labels',
  failed: LateAnswer,
})
const ScanDialog = late(async () => (await import('./scan-dialog.tsx')).default, {
  what: 'The scanner',
  failed: LateAnswer,
})

/** Opens the print sheet with a label for each dish. */
export function LabelsButton({ signups, className }: { readonly signups: readonly Signup[]; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className={className}
        icon={<QrCode aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Labels
      </Button>
      {isOpen && <LabelSheet signups={signups} onClose={() => setOpen(false)} />}
    </>
  )
}

interface ScanButtonProps {
  /** Undefined until the list is loaded. The button is shown before, so that nothing moves when it is loaded. */
  readonly onLabel: ScanDialogProps['onLabel'] | undefined
}

/** Checks in dishes by the labels on their trays. */
export function ScanButton({ onLabel }: ScanButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        variant="secondary"
        label="Scan a label"
        icon={<ScanQrCode aria-hidden="true" />}
        aria-disabled={!onLabel || undefined}
        onClick={() => onLabel && setOpen(true)}
      />
      {isOpen && onLabel && <ScanDialog onLabel={onLabel} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Checks in the dish with this label, and returns the result. */
export function checkInLabel(code: string, { signups, lists, marks }: PageState, onPress: Press): Scanned {
  const signup = signups.find(({ id }) => labelCode(id) === code)
  if (!signup) return { isSuccess: false, sentence: `No dish has the label ${code}.` }
  const name = `${signup.person_name}, ${signup.slot_name}`
  if (isShownAsCheckedIn(signup, marks.get(signup.id))) {
    const at = lists.checkedIn.find(({ signup: { id } }) => id === signup.id)?.at ?? ''
    return { isSuccess: false, sentence: `Already checked in at ${timeWithDay(at, new Date())}: ${name}` }
  }
  void onPress([signup], true)
  return { isSuccess: true, sentence: `Checked in: ${name}` }
}
