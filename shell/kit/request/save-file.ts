import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import type { NamedFile } from '@ultimate/kit/request/api.ts'
import { useCommand } from './use-command.ts'

/** Hands a file to the browser, which saves it as it saves every download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has taken the content over by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

interface Export {
  readonly send: () => Promise<NamedFile>
  /** Where the server gives the file no name. */
  readonly name: string
  /** What to say of an error. */
  readonly failed: (error: Error) => string
}

/** Asks the server for a file, and saves it. */
export const useExport = ({ send, name, failed }: Export) =>
  useCommand<void, NamedFile>({
    send,
    onDone: (file) => saveFile(file.name || name, file.content),
    onError: (error) => toast.error(failed(error)),
  })
