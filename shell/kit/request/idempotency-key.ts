/** One key per intended action. Unlike `crypto.randomUUID` this also works on a device that opened the site by plain http. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/**
 * The attempt to send next. Content that was sent before and not answered keeps its key, so that the server does it
 * once and gives its lost answer again; other content is an attempt of its own.
 */
export function attemptFor<Attempt extends { readonly key: string }>(
  unanswered: Attempt | null,
  next: Attempt,
  isSame: (one: Attempt, other: Attempt) => boolean,
): Attempt {
  return unanswered && isSame(unanswered, next) ? unanswered : next
}
