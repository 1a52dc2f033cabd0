import type { Context } from 'koa'

/** Origins and folders (with a `/` at the end) beyond our own from which pages may load; each becomes part of the Content-Security-Policy. */
export interface PageSources {
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  readonly connections?: readonly string[]
  readonly images?: readonly string[]
  readonly fonts?: readonly string[]
  readonly frames?: readonly string[]
}

/** Everything that is not /api: the pages of the site and the files they are made of. */
export interface Site {
  readonly sources: PageSources
  /** Answers a GET or HEAD outside /api. A context left without a status or body becomes a plain 404. */
  serve(context: Context): Promise<void>
}
