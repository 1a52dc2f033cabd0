import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { Dialog, type DialogProps } from '@ultimate/kit/components/overlays/dialog.tsx'
import type { ShownCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { type ReactNode, type RefObject, useId } from 'react'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'onClose'> {
  /** The form's name, which is read out. */
  readonly label: string
  readonly className?: string | undefined
  readonly form?: RefObject<HTMLFormElement | null>
  readonly closeLabel?: string
  /** The words on the button that sends the form. */
  readonly act: string
  /** False while there is nothing to send. */
  readonly isReady?: boolean
  readonly command: Pick<ShownCommand, 'isPending' | 'waiting' | 'message'>
  readonly onSubmit: () => void
  readonly children: ReactNode
  /** The content below the form. */
  readonly below?: ReactNode
}

/** A dialog with a form, and the outcome of its command. */
export function FormDialog(props: FormDialogProps) {
  const { label, className, form, closeLabel = 'Close', act, isReady = true, command, ...rest } = props
  const { onSubmit, children, below, ...dialog } = rest
  const { isPending, waiting, message } = command
  const id = useId()
  return (
    <Dialog
      open
      {...dialog}
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {closeLabel}
          </Button>
          <Button type="submit" form={id} aria-disabled={!isReady} busy={isPending && !waiting}>
            {act}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        className={className}
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <WaitsForConnection waiting={waiting} message={message} />
        {children}
      </form>
      {below}
    </Dialog>
  )
}
