import type { Waiting } from '@ultimate/kit/request/use-command.ts'
import { WaitsForConnection } from '../../sending/waits-for-connection.tsx'
import { Button } from '../buttons/button.tsx'
import { floatsAtBottom } from './floating.ts'
import styles from './unsaved-bar.module.css'

export interface UnsavedBarProps {
  /** True while there is anything to save; the bar comes and goes with it. */
  readonly open: boolean
  readonly message?: string
  readonly resetLabel?: string
  readonly saveLabel?: string
  readonly saving?: boolean | undefined
  /** The save that is not sent yet, because the connection is lost. */
  readonly waiting?: Waiting | null | undefined
  /** If missing, there is nothing to go back to, and no button for it. */
  readonly onReset?: (() => void) | undefined
  /** If missing, the save button sends the form named by `form`. */
  readonly onSave?: (() => void) | undefined
  readonly form?: string | undefined
}

/** Floats at the lower edge as long as there are changes that only this browser knows. */
export function UnsavedBar(props: UnsavedBarProps) {
  const { open, message = 'You have unsaved changes', resetLabel = 'Reset', saveLabel = 'Save Changes', saving } = props
  const { waiting = null } = props
  return (
    <div ref={floatsAtBottom} className={styles['unsavedPlace']} hidden={!open}>
      {open && (
        <div className={styles['unsaved']} data-ground="festive">
          {waiting ? <WaitsForConnection waiting={waiting} /> : <p role="status">{message}</p>}
          <div className={styles['buttons']}>
            {props.onReset && (
              <Button variant="secondary" size="compact" disabled={saving} onClick={props.onReset}>
                {resetLabel}
              </Button>
            )}
            <Button
              size="compact"
              busy={saving && !waiting}
              type={props.onSave ? 'button' : 'submit'}
              form={props.form}
              onClick={props.onSave}
            >
              {saveLabel}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
