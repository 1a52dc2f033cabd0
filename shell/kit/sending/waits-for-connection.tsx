import type { Waiting } from '@ultimate/kit/request/use-command.ts'
import { WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../components/buttons/button.tsx'
import { classNames } from '../components/class-names.ts'
import { InlineError, Notice } from '../components/feedback/notice.tsx'
import styles from './waits-for-connection.module.css'

export interface WaitsForConnectionProps {
  /** Null while nothing waits. */
  readonly waiting: Waiting | null
  /** Why the command was rejected or failed. */
  readonly message?: string | null | undefined
  /** How the message looks: as a notice, as an inline error, or as a sentence of this kind. */
  readonly look?: 'notice' | 'inline' | 'small' | 'strong' | 'regular' | 'plain'
  /** The name of what waits, in a word or two, where the place does not show it. */
  readonly children?: ReactNode
  readonly className?: string | undefined
  /** True where a button to cancel stands there already, or nothing is lost by waiting. */
  readonly withoutCancel?: boolean
}

/** Shows at the place of an action that it is not sent yet, with Cancel, or why it was rejected. */
export function WaitsForConnection(props: WaitsForConnectionProps) {
  return (
    <>
      {props.message && <Rejection {...props} />}
      {props.waiting && <Note {...props} />}
    </>
  )
}

function Rejection({ message, look = 'notice', className }: WaitsForConnectionProps) {
  if (look === 'notice') return <Notice tone="bad" announce="alert" title={message} className={className} />
  if (look === 'inline') return <InlineError>{message}</InlineError>
  return (
    <p className={classNames(styles[look], className)} role="alert">
      {message}
    </p>
  )
}

function Note({ waiting, children, className, withoutCancel }: WaitsForConnectionProps) {
  const note = useRef<HTMLDivElement>(null)
  useFocusBack(note)
  return (
    <div ref={note} className={classNames(styles['waiting'], className)}>
      <p role="status">
        <WifiOff aria-hidden="true" />
        <span>{children && <>{children}: </>}Will be sent when you’re back online</span>
      </p>
      {!withoutCancel && (
        <Button variant="quiet" size="compact" onClick={waiting?.cancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}

/** Returns the focus to the element that had it before, when the note goes with the focus inside it. */
function useFocusBack(note: { readonly current: HTMLElement | null }): void {
  const previousFocus = useRef<Element | null>(null)
  useEffect(() => {
    const element = note.current
    previousFocus.current = document.activeElement
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement) previousFocus.current = relatedTarget
    }
    element?.addEventListener('focusin', remember)
    return () => {
      element?.removeEventListener('focusin', remember)
      const { current: target } = previousFocus
      // Waits until the page is drawn without the note, because a disabled control cannot take the focus before.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && target instanceof HTMLElement) target.focus()
      })
    }
  }, [note])
}
