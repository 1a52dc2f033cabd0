import { useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { useState } from 'react'
import { late } from '../components/loading/late.tsx'

/** In a file of its own, because few undos have to be asked about. */
const UndoDialog = late(async () => (await import('./undo-dialog.tsx')).UndoDialog, {
  what: 'The question before an undo',
})

const close = () => useUndoStore.setState({ asked: null })

/** Mount once, in the shell's frame: asks before an undo that was begun in a toast and has consequences. */
export function UndoQuestion() {
  const asked = useUndoStore((undo) => undo.asked)
  // It stays for as long as it fades out, and from then on.
  const [wasAsked, setWasAsked] = useState(false)
  if (asked && !wasAsked) setWasAsked(true)
  return wasAsked && <UndoDialog undoing={asked} onClose={close} />
}
