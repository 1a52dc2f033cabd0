import type { RouteObject } from '@ultimate/kit/router.ts'
import { OpensLater } from './components/opens-later.tsx'

/** The route of a page that is not open yet: its title and one honest sentence. */
export function opensLaterRoute(path: string, title: string, sentence: string): RouteObject {
  return { path, element: <OpensLater title={title}>{sentence}</OpensLater> }
}
