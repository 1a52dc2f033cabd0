import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { titleFrom } from './picked-file.ts'
import { createUploads, isUnderway } from './uploads.ts'

export const nameTitleField = (id: string): string => `upload-title-${id}`

/** The files that were picked and are not stored yet. They go on while the manager is closed, and end with the page. */
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
    /** Those with a typed title, which is lost with the page. */
    titled: uploads.filter(({ file, title }) => title !== titleFrom(file.name)).length,
  }
}
