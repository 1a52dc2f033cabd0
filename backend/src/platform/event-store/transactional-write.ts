import type { Part, Value } from './statement.ts'

/**
 * A change in a module's own table that is stored in the transaction of a command's events: both or neither. It is not
 * made where the command appends nothing.
 */
export interface TransactionalWrite {
  /** Names the statement; its text depends on nothing else. */
  readonly name: string
  readonly values: readonly Value[]
  /** An insert, update or delete, given the placeholders of the values. */
  readonly text: (placeholders: string[]) => string
  /** Fails the command with this code where no row is changed. */
  readonly otherwise?: string
}

export const writePart = ({ name, values, text, otherwise }: TransactionalWrite): Part => ({
  shape: `write-${name}-${otherwise ?? ''}`,
  values,
  text: (placeholders) => `${name} as (${text(placeholders)} returning 1)`,
})

/** Columns of the statement's answer that fail where a change had to be made and was not. */
export const requiredRows = (writes: readonly TransactionalWrite[]): string =>
  writes
    .flatMap(({ name, otherwise }) =>
      otherwise ? [`, require_rows((select count(*) from ${name}), '${otherwise}')`] : [],
    )
    .join('')
