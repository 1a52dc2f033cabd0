import type { TransactionalWrite } from '../commands.ts'
import type { Part } from '../tables/statement.ts'

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
