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
