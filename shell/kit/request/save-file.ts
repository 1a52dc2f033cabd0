import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { NamedFile } from '@ultimate/kit/request/api.ts'
import { download } from './download.ts'
import { useCommand } from './use-command.ts'

/** As {@link download}. Parts that were built with an earlier kit look for it here. */
export function saveFile(name: string, content: Blob): void {
  download(name, content)
}

interface Export {
  readonly send: () => Promise<NamedFile>
  /** Where the server gives the file no name. */
  readonly name: string
  /** What to show of an error. */
  readonly failed: (error: Error) => string
}

/** Asks the server for a file, and saves it. */
export const useExport = ({ send, name, failed }: Export) =>
  useCommand<void, NamedFile>({
    send,
    onDone: (file) => download(file.name || name, file.content),
    onError: (error) => toast.error(failed(error)),
  })
