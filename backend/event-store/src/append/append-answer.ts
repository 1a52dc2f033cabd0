import type { ReadBack, TransactionalWrite } from '../commands.ts'
import { type RowChanges, selectWritten } from '../tables/row-changes.ts'
import type { Part } from '../tables/statement.ts'

// The end of an append's statement, and the answer that it selects: the position, and the rows that are read back.

export interface PlannedReadBack {
  readonly query: ReadBack<unknown>
  /** The changes whose rows it reads. */
  readonly changes: RowChanges
  /** SQL that selects the written rows. */
  readonly written: string
  /** The statement is that of one command. */
  readonly isOne: boolean
}

/** Plans what the statement that writes `rows` reads of them. Null where it writes no row of the query's read model. */
export function planReadBack(
  rows: readonly RowChanges[],
  query: ReadBack<unknown> | undefined,
  isOne: boolean,
): PlannedReadBack | null {
  const changes = query && rows.find(({ model }) => model.table === query.model.table)
  const written = changes && selectWritten(changes)
  return written ? { query, changes, written, isOne } : null
}

/** The end of a statement: it selects the position of the first event, and the rows that are read back. */
export function selectAnswer(planned: PlannedReadBack | null, writes: readonly TransactionalWrite[] = []): Part {
  const selection = `min(position) as position${requiredRows(writes)}`
  if (!planned) return { shape: selection, values: [], text: () => `select ${selection} from appended` }
  const { query, written, isOne } = planned
  return {
    shape: `${selection} ${query.name} of ${isOne ? 'one' : 'many'}: ${written}`,
    values: query.values,
    text: (placeholders) => `
      select ${selection}, (select json_agg(found) from (${query.text(written, placeholders, isOne)}) found) as found
      from appended`,
  }
}

/** Returns the command's own row of those that were read back, as `readBack` parses it. */
export function parseReadBack([answer]: readonly StatementAnswer[], readBack: ReadBack<unknown> | undefined): unknown {
  const row = readBack && answer?.found?.find(({ id }) => id === readBack.id)
  return row && readBack.parse(row as never)
}

export interface StatementAnswer {
  readonly position: number | null
  readonly found?: readonly { readonly id: string }[] | null
}

/** The position of the first event. Throws where the answer names none: then the append is not confirmed. */
export function positionIn([row]: readonly StatementAnswer[]): number {
  if (typeof row?.position !== 'number') throw new AppendUnconfirmed()
  return row.position
}

/** The events may be stored or not. An idempotency key makes it safe to send the command again. */
class AppendUnconfirmed extends Error {
  /** The code of a connection that is lost before the answer comes. */
  readonly code = 'CONNECTION_LOST'
  constructor() {
    super('The database answered an append without the position of its events')
  }
}

/** Columns of the answer that raise a write's `otherwise` where the write changed no row. */
const requiredRows = (writes: readonly TransactionalWrite[]): string =>
  writes
    .flatMap(({ name, otherwise }) =>
      otherwise ? [`, require_rows((select count(*) from ${name}), '${otherwise}')`] : [],
    )
    .join('')
