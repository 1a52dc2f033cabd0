import { CircleAlert } from 'lucide-react'
import styles from './field.module.css'
import type { FieldTexts } from './field.tsx'

export interface FieldMessageProps extends Pick<FieldTexts, 'hint' | 'error'> {
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
