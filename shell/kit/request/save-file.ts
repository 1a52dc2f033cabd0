import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { IncompleteFile, type NamedFile } from '@ultimate/kit/request/api.ts'
import { useCommand } from '@ultimate/kit/request/use-command.ts'
import { useRef } from 'react'
import { download } from './download.ts'

interface Export {
  readonly send: () => Promise<NamedFile>
  /** The name where the server gives the file none. */
  readonly name: string
  /** Returns the message for an error. */
  readonly failed: (error: Error) => string
}

/** Milliseconds for which the retry is offered, as long as an undo. */
const offeredMs = 10_000

/** Asks the server for a file, and saves it if all of it arrives. Otherwise it offers to try again. */
export function useExport({ send, name, failed }: Export) {
  const again = useRef(() => {})
  const command = useCommand<void, NamedFile>({
    send,
    onDone: (file) => download(file.name || name, file.content),
    onError: (error) =>
      toast.error(error instanceof IncompleteFile ? error.message : failed(error), {
        duration: offeredMs,
        action: { label: 'Try again', run: () => again.current() },
      }),
  })
  again.current = command.run
  return command
}
