import type { ShownEdition } from '@ultimate/kit/event/edition.ts'

/** Stands in for the kit's `default-edition.ts` in the built shell. The page before a closed gate names no edition and shows none. */
export const defaultEdition = (): ShownEdition => ({ facts: {}, words: {} }) as ShownEdition
