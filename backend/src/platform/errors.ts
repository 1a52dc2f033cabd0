/** Each meaning is the end of a sentence. */
const meanings: Readonly<Record<string, string>> = {
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
 * Describes an error of the operating system or of the database: `/data/a.gz cannot be used: the disk is full.` Null
 * for all other errors. `path` is the file to name where the error names none.
 */
export function describeSystemError(error: unknown, path?: string): string | null {
  if (!(error instanceof Error)) return null
  const { code = '', syscall, path: ownPath } = error as NodeJS.ErrnoException
  const meaning = meanings[code]
  if (meaning === undefined) return error.cause === undefined ? null : describeSystemError(error.cause, path)
  const subject = syscall === undefined ? 'The database' : (ownPath ?? path ?? 'A file')
  return `${subject} cannot be used: ${meaning}.`
}

/** Ends a program or a command for a reason that its user can remove. Its message is shown without a stack. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** Compares the name, because libraries have a class of their own for such errors. */
export const isCannotStart = (error: unknown): error is Error => error instanceof Error && error.name === 'CannotStart'
