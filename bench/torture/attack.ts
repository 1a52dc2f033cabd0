/** What an attack found. All but `tried` and `note` have to be 0. */
export interface AttackResult {
  /** The attack's own unit: requests, kills, resets or races. */
  readonly tried: number
  /** Accepted actions that are not stored. */
  readonly lost: number
  /** Actions that are stored twice. */
  readonly doubled: number
  /** Answers that showed a caller what they may not see. */
  readonly leaked: number
  /** Answers that are not true, or that never came. */
  readonly wrong: number
  /** Answers of 500 and above, other than a 503 that the attack provokes on purpose. */
  readonly serverErrors: number
  /** One short measured fact worth a column, such as `worst ratio 1.4`. */
  readonly note?: string
}

export interface AttackOptions {
  /** A PostgreSQL server (libpq form, with the socket's folder in `?host=`) on which databases can be made. */
  readonly databaseUrl: string
  /** How much of what `tried` counts. */
  readonly count: number
  readonly seed: number
}

/** One way to harm the service, run in full by `npm run torture` and in short by a test beside it. */
export interface Attack {
  readonly name: string
  /** The count of a full run. */
  readonly fullCount: number
  run(options: AttackOptions): Promise<AttackResult>
}

export const nothingFound: Omit<AttackResult, 'tried'> = { lost: 0, doubled: 0, leaked: 0, wrong: 0, serverErrors: 0 }

/** Works through all items, so many at the same moment; the results are in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const rest = items.entries()
  const worker = async () => {
    for (const [index, item] of rest) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
