/** The meanings of SQLSTATEs and errors of the operating system for people, as the end of a sentence. */
const lacks: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file would be too large',
  EROFS: 'the disk is read-only',
  EACCES: 'permission is missing',
  EPERM: 'permission is missing',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'there is a file of this name',
  EIO: 'the disk reports an error',
  '53100': 'its disk is full',
  '53400': 'its disk is full',
  '25006': 'it takes no writes',
  '57P01': 'it was shut down meanwhile',
}

/**
 * Describes in one sentence what the machine or the database lacks; null for all other errors. `path` is the file at
 * which it happened, where the error does not know it.
 */
export function describeLack(error: unknown, path?: string): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', syscall, path: ownPath } = error as NodeJS.ErrnoException
  const meaning = lacks[code]
  if (meaning === undefined) return error.cause === undefined ? null : describeLack(error.cause, path)
  const what = syscall === undefined ? 'The database cannot be used' : `${ownPath ?? path ?? 'A file'} cannot be used`
  return `${what}: ${meaning}.`
}

/** A reason not to start that a person can do something about: shown as its message alone, without a stack. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Compares the name, because libraries have a class of their own for such errors. */
export const isCannotStart = (error: unknown): error is Error => error instanceof Error && error.name === 'CannotStart'
