import type { Signup } from '@ultimate/events/dinner/slots/signup-api.ts'
import { Button, IconButton } from '@ultimate/kit/components/buttons/button.tsx'
import { LateAnswer, late } from '@ultimate/kit/components/loading/late.tsx'
import { QrCode, ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import type { ScanDialogProps } from './scan-dialog.tsx'

// Files of their own, because they need libraries for QR codes, which most check-ins do without.
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
