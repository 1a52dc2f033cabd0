import type { DeskEntry } from '@ultimate/events/staff/desk-api.ts'
import { Button } from '@ultimate/kit/components/buttons/button.tsx'
import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { emailsTo } from '@ultimate/kit/event/site-mail.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '@ultimate/kit/sending/waits-for-connection.tsx'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import styles from './desk-page.module.css'
import { act, useReadDeskAgain } from './desk-query.ts'

/** Does with one press what another module offers on the desk. */
export function ActionButton({ action }: { readonly action: NonNullable<DeskEntry['action']> }) {
  const { label, done, request, mailsCaptain } = action
  const readAgain = useReadDeskAgain()
  const { run, isPending, waiting, message } = useCommand<void, string>({
    place: request,
    send: async (_, key) => {
      await act(request, key)
      return key
    },
    failed: 'No response. Please try again.',
    onDone: (key) => {
      readAgain()
      toast.success(`${done} ${emailsTo(mailsCaptain ? 1 : 0, 'the captain')}`, offerUndo([key]))
    },
    // Someone else may have dealt with it already.
    onError: readAgain,
  })
  return (
    <>
      <Button size="compact" busy={isPending && !waiting} onClick={() => run()}>
        {label}
      </Button>
      <WaitsForConnection waiting={waiting} />
      {message && (
        <p className={styles['error']} role="alert">
          {message}
        </p>
      )}
    </>
  )
}
