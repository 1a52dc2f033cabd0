import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { isDomainError, newKey } from '@ultimate/kit/request/answer.ts'
import { offerUndo } from '@ultimate/kit/undo/offer-undo.ts'
import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { type Deliver, deliver as deliverPhoto } from './deliver.ts'
import { incomplete, storedSentence, titleFrom } from './picked-file.ts'

/** A picked file, until it is stored. */
export interface Upload {
  readonly id: string
  readonly file: File
  /** Address of the file itself, to be seen before it is sent. */
  readonly preview: string
  readonly title: string
  /** `in-turn` waits for others, and `queued` for the connection. */
  readonly step: 'naming' | 'in-turn' | 'queued' | 'sending' | 'failed'
  /** The share of it that has left this device, from 0 to 1. */
  readonly share: number
  /** The problem with the title, or the reason why the last try failed. */
  readonly problem: string | null
}

export const isUnderway = ({ step }: Upload): boolean => step !== 'naming' && step !== 'failed'

/** The picked files. Each gets a title, waits for its turn, is sent and stored; or it fails and can be sent again. */
export function createUploads(deliver: Deliver = deliverPhoto) {
  const store = createStore<{ readonly uploads: readonly Upload[] }>()(() => ({ uploads: [] }))
  const listUploads = () => store.getState().uploads
  const find = (id: string) => listUploads().find((upload) => upload.id === id)
  const change = (id: string, changes: Partial<Upload>) =>
    store.setState({
      uploads: listUploads().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)),
    })
  const deliveries = new Map<string, AbortController>()
  /** The keys of stored photos that are not announced yet, because many photos share one sentence. */
  let storedKeys: string[] = []

  function stop(id: string): void {
    deliveries.get(id)?.abort()
    deliveries.delete(id)
  }

  function remove(id: string): void {
    stop(id)
    const removed = find(id)
    if (removed) URL.revokeObjectURL(removed.preview)
    store.setState({ uploads: listUploads().filter((upload) => upload.id !== id) })
    report()
  }

  function report(): void {
    if (storedKeys.length === 0 || listUploads().some(isUnderway)) return
    toast.success(storedSentence(storedKeys.length), offerUndo(storedKeys))
    storedKeys = []
  }

  async function send(id: string): Promise<void> {
    const upload = find(id)
    if (!upload || isUnderway(upload)) return
    const title = upload.title.trim()
    if (title === '') return change(id, { step: 'naming', problem: incomplete })
    change(id, { step: 'in-turn', share: 0, problem: null })
    const { signal } = startDelivery(id)
    try {
      const key = await deliver(id, upload.file, title, {
        signal,
        onStatus: (step) => signal.aborted || change(id, { step, share: 0 }),
        onProgress: (share) => signal.aborted || change(id, { share }),
      })
      storedKeys.push(key)
      remove(id)
    } catch (error) {
      if (signal.aborted) return
      change(id, { step: 'failed', problem: describeProblem(error) })
      report()
    }
  }

  function startDelivery(id: string): AbortController {
    const delivery = new AbortController()
    deliveries.set(id, delivery)
    return delivery
  }

  return {
    store,
    add: (files: readonly File[]) =>
      store.setState({
        uploads: [
          ...listUploads(),
          ...files.map((file): Upload => {
            const preview = URL.createObjectURL(file)
            return { id: newKey(), file, preview, title: titleFrom(file.name), step: 'naming', share: 0, problem: null }
          }),
        ],
      }),
    name: (id: string, title: string) => change(id, { title, problem: null }),
    send: (id: string) => void send(id),
    cancel(id: string) {
      stop(id)
      change(id, { step: 'naming' })
      report()
    },
    remove,
    /** Called when the page is left. */
    end() {
      for (const { id } of listUploads()) remove(id)
    },
  }
}

/** Returns the server's message of a domain error; otherwise the screen's own, because a retry may succeed. */
const describeProblem = (error: unknown): string =>
  isDomainError(error) ? (error.fields['title'] ?? error.message) : 'Failed to upload photo'

export const nameTitleField = (id: string): string => `upload-title-${id}`

/** The picked files that are not stored yet. Their uploads go on while the manager is closed, and end with the page. */
export function useUploads() {
  const [{ store, add, name, send, cancel, remove, end }] = useState(() => createUploads())
  const { uploads } = useStore(store)
  useEffect(() => end, [end])

  const sendAll = () => {
    for (const { id } of uploads) send(id)
    const untitled = store.getState().uploads.find(({ step }) => step === 'naming')
    if (untitled) document.getElementById(nameTitleField(untitled.id))?.focus()
  }

  return {
    uploads,
    actions: { name, send, cancel, remove },
    add,
    sendAll,
    underway: uploads.filter(isUnderway).length,
    /** The number of files with a typed title, which is lost with the page. */
    titled: uploads.filter(({ file, title }) => title !== titleFrom(file.name)).length,
  }
}
