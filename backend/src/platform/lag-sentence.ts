/** Seconds of lag from which people see it. */
const noticedLag = 5

/** Null where readers of the log lag so little that it is not worth saying. */
export function lagSentence(seconds: number): string | null {
  if (seconds < noticedLag) return null
  const causes = 'A long write on the database server, perhaps in another database, holds back'
  return `${causes} live updates, emails and the audit: they are ${Math.floor(seconds)} seconds behind.`
}
