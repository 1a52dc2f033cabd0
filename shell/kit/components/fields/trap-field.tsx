import type { FormWatch } from '../../form/form-watch.ts'
import styles from './field.module.css'

/**
 * A field for programs that fill in every field they find. People neither see nor hear nor reach it, and browsers and
 * password managers are asked to leave it alone.
 */
export function TrapField({ watch }: { readonly watch: FormWatch }) {
  return (
    <div className={styles['trap']} aria-hidden="true">
      <label>
        Website
        <input
          ref={watch.attach}
          type="text"
          name="website"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  )
}
