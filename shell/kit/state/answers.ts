const listeners = new Set<() => void>()

/** Hears of every answer of the site to this tab: by answers, and not by what the browser thinks, a line is proved. */
export function onAnswer(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** An answer came that only this site gives. */
export function noticeAnswer(): void {
  for (const listener of listeners) listener()
}
