import { toast } from '@ultimate/kit/components/toasts/toast.ts'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { VisuallyHidden } from '../layout/page.tsx'
import { Button, type ButtonLook } from './button.tsx'
import styles from './copy-button.module.css'

const confirmationMs = 1500

export interface CopyButtonProps extends Omit<ButtonLook, 'icon'> {
  /** The text to copy. */
  readonly text: string
  /** The label of the button. */
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** Copies a text and confirms it for a moment in its own place, without changing its size. */
export function CopyButton({ text, children, className, ...look }: CopyButtonProps) {
  const [copyCount, setCopyCount] = useState(0)
  const [isConfirming, setConfirming] = useState(false)
  // Each further copy starts the time of the confirmation anew.
  useEffect(() => {
    if (copyCount === 0) return
    setConfirming(true)
    const timer = setTimeout(() => setConfirming(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [copyCount])
  const copy = async () => {
    if (await copyText(text)) setCopyCount((count) => count + 1)
    else toast.error('Your browser did not allow copying.')
  }
  return (
    <>
      <Button variant="quiet" {...look} className={className} onClick={copy}>
        <span className={styles['faces']} data-copied={isConfirming || undefined}>
          <span className={styles['face']}>
            <Copy aria-hidden="true" />
            {children}
          </span>
          <span className={styles['face']} aria-hidden="true">
            <Check />
            Copied
          </span>
        </span>
      </Button>
      <span role="status">
        <VisuallyHidden>{isConfirming && 'Copied'}</VisuallyHidden>
      </span>
    </>
  )
}

/** Puts the text on the clipboard, also where the page was not served securely. False if the browser refused. */
async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'off-screen'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand?.('copy') ?? false
  } finally {
    area.remove()
  }
}
