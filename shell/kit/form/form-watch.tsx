import type { FormMark } from '@ultimate/events/language/text/form-mark.ts'
import styles from '../components/fields/field.module.css'

/** Watches how a public form is filled in: for how long, and whether in a field that people do not see. */
export interface FormWatch {
  /** The form is opened, or emptied for the next one: the time starts anew. */
  opened(): void
  /** The trap's input, as a ref callback. */
  readonly attach: (trap: HTMLInputElement | null) => void
  mark(): FormMark
  /** Empties the trap, which a browser may have filled in automatically: the next try passes. */
  clearTrap(): void
}

export function formWatch(): FormWatch {
  let since = performance.now()
  let trap: HTMLInputElement | null = null
  return {
    opened: () => {
      since = performance.now()
    },
    attach: (input) => {
      trap = input
    },
    mark: () => ({
      filledMs: Math.max(0, Math.round(performance.now() - since)),
      website: (trap?.value ?? '').slice(0, 2000),
    }),
    clearTrap: () => {
      if (trap) trap.value = ''
    },
  }
}

/**
 * Returns the mark to send. If the browser filled in the form faster than `minMs`, it waits for the rest of that time.
 * The same mark always gives the same result, so that a request can be repeated as it was.
 */
export async function heldBack(mark: FormMark, minMs: number): Promise<FormMark> {
  const rest = minMs - mark.filledMs
  if (rest <= 0) return mark
  await new Promise((resolve) => setTimeout(resolve, rest))
  return { ...mark, filledMs: minMs }
}

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
