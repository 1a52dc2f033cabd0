/** Tells whether something may have been appended; see `WakeUp.mark`. */
export interface News {
  mark(): number | null
}

/** The net under lost news: nothing kept is served longer than this without having been looked at again. */
const longestMs = 1000

/**
 * Keeps what `load` gave until something is appended anywhere: answers of this process are never behind its own
 * writes, and behind those of others only as long as news travels. While news cannot be heard every call loads.
 */
export function untilNews<T>(log: News, load: () => Promise<T>): () => Promise<T> {
  let kept: { readonly mark: number; readonly until: number; readonly value: T } | null = null
  return async () => {
    // Taken before the load, so that what is appended meanwhile makes the next call load again.
    const mark = log.mark()
    if (kept && kept.mark === mark && performance.now() < kept.until) return kept.value
    const value = await load()
    kept = mark === null ? null : { mark, until: performance.now() + longestMs, value }
    return value
  }
}
