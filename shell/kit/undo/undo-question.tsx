import { useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { useState } from 'react'
import { LateAnswer, late } from '../components/loading/late.tsx'

/** The dialog is in a chunk of its own, because few undos need a confirmation. */
const UndoDialog = late(async () => (await import('./undo-dialog.tsx')).UndoDialog, {
  what: 'The question before an undo',
  failed: LateAnswer,
})

const close = () => useUndoStore.setState({ asked: null })

/** Mount once, in the shell's frame: asks before an undo that was begun in a toast and has consequences. */
export function UndoQuestion() {
  const asked = useUndoStore((undo) => undo.asked)
  // Stays mounted after the first question, so that the dialog can fade out.
  const [wasAsked, setWasAsked] = useState(false)
  if (asked && !wasAsked) setWasAsked(true)
  return wasAsked && <UndoDialog undoing={asked} onClose={close} />
}
