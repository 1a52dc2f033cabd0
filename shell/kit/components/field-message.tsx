import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './field.module.css'

/** What is said about a control beside its label. */
export interface FieldMessages {
  /** A sentence below the label that helps before anything goes wrong. */
  readonly hint?: ReactNode
  /** The sentence under the control; while it stands the control counts as invalid. */
  readonly error?: string | null | undefined
}

export interface FieldMessageProps extends FieldMessages {
  /** The id of the control the message belongs to; the message's own id derives from it. */
  readonly control: string
}

/** The error sentence and the hint of one field. */
export function FieldMessage({ control, hint, error }: FieldMessageProps) {
  return (
    <>
      {error && (
        <p className={styles['error']} id={`${control}-error`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && (
        <p className={styles['hint']} id={`${control}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}
