import { type ToastMessage, useToastStore } from '@ultimate/kit/components/toasts/toast.ts'
import { useUndoStore } from '@ultimate/kit/undo/undoable.ts'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../request/throttled.ts'
import { floatsInPassing } from '../layout/floating.ts'
import { LateAnswer, late, lateFile, useLate } from '../loading/late.tsx'
import styles from './toaster.module.css'

const stack = lateFile(async () => (await import('./toast-stack.tsx')).ToastStack)

const want = () => (stack.state().status === 'failed' ? stack.retry() : stack.want())

/**
 * Mount once, in the shell's frame. The code that draws the toasts loads after the first tap or key press. So it costs
 * the first page nothing, and its live region is there before the first announcement. It waits until the page is idle,
 * so that the answer to the tap is drawn first. Until it has loaded, as without a connection, toasts are plain text.
 */
export function Toaster() {
  const waiting = useToastStore((toasts) => toasts.waiting)
  const { loaded: Stack, hasFailed } = useLate(stack, waiting.length > 0)
  useEffect(() => {
    const ended = new AbortController()
    for (const eventName of ['click', 'keydown', 'online'])
      window.addEventListener(eventName, () => void whenIdle(want), { passive: true, signal: ended.signal })
    return () => ended.abort()
  }, [])
  if (Stack) return <Stack />
  return hasFailed ? <PlainToast message={waiting[0]} /> : null
}

/** Shows plain toasts one after the other, without their actions, which a page can do without. */
function PlainToast({ message }: { readonly message: ToastMessage | undefined }) {
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(
      () => useToastStore.setState(({ waiting }) => ({ waiting: waiting.filter((other) => other !== message) })),
      message.duration,
    )
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div role="status" ref={floatsInPassing} className={styles['plain']}>
      {message && <p>{message.text}</p>}
    </div>
  )
}

/** The dialog is in a chunk of its own, because few undos need a confirmation. */
const UndoDialog = late(async () => (await import('../../undo/undo-dialog.tsx')).UndoDialog, {
  what: 'The question before an undo',
  failed: LateAnswer,
})

const close = () => useUndoStore.setState({ asked: null })

/** Mount once, in the shell's frame: asks before an undo that was begun in a toast and has consequences. */
export function UndoQuestion() {
  const undoing = useUndoStore((undo) => undo.asked)
  // Stays mounted after the first question, so that the dialog can fade out.
  const [wasAsked, setWasAsked] = useState(false)
  if (undoing && !wasAsked) setWasAsked(true)
  return wasAsked && <UndoDialog undoing={undoing} onClose={close} />
}
