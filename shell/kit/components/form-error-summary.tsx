import { type Ref, useId } from 'react'
import styles from './form-error-summary.module.css'
import { Notice } from './notice.tsx'

export interface FormFieldError {
  /** The id of the control it is about. */
  readonly control: string
  readonly message: string
}

export interface FormErrorSummaryProps {
  /** What went wrong with the form as a whole: the server's sentence, or that some fields need a look. */
  readonly title: string
  readonly errors?: readonly FormFieldError[]
  readonly ref?: Ref<HTMLDivElement>
}

/** Stands above a form that was refused and leads to each field that needs another look. Announced at once. */
export function FormErrorSummary({ title, errors = [], ref }: FormErrorSummaryProps) {
  const titleId = useId()
  return (
    <div ref={ref} role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <Notice tone="bad" title={<span id={titleId}>{title}</span>}>
        {errors.length > 0 && (
          <ul className={styles['errors']}>
            {errors.map((error) => (
              <li key={error.control}>
                <a
                  href={`#${error.control}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(error.control)?.focus()
                  }}
                >
                  {error.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
