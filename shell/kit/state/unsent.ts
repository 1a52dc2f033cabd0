import { deviceStorage, storedValue } from '@ultimate/kit/state/storage.ts'

/** A form that was submitted offline and never sent, announced on every page until it is. */
export interface UnsentForm {
  /** `Your bid for Huck Finns was not sent.` */
  readonly sentence: string
  /** The page of the form, which offers to send it. */
  readonly path: string
}

const read = (data: unknown): UnsentForm | null => {
  const { sentence, path } = (data ?? {}) as Partial<UnsentForm>
  return typeof sentence === 'string' && typeof path === 'string' && path.startsWith('/') ? { sentence, path } : null
}

export const unsentForm = storedValue<UnsentForm>('unsent-form', read, () => deviceStorage)
