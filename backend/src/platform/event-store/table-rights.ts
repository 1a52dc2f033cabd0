/** What the role that serves may do with a table, or with one column of it. */
export type Right = 'select' | 'insert' | 'update' | 'delete' | `update (${string})`

export interface TableRights {
  readonly table: string
  readonly rights: readonly Right[]
}

/** A table of a module's own, beside its read models: secrets, bytes of files. */
export interface OwnTable extends TableRights {
  /** Run at every start by the role that migrates, so written with `if not exists`. */
  readonly ddl: string
}
