import type { AnnouncedPart } from '@ultimate/events/platform/part.ts'
import type { PatchRoutesOnNavigationFunction, RouteObject } from '@ultimate/kit/router.ts'
import { Frame } from './frame/frame.tsx'
import { CurrentPageSkeleton } from './frame/page-skeleton.tsx'
import { PageProblem, SiteProblem } from './frame/problems.tsx'
import { HomePage } from './home/home-page.tsx'
import { announcedParts, partAt } from './navigation/pages.ts'
import { loadPart, preloadPart } from './remotes/load-part.ts'
import { PartProblemPanel } from './remotes/part-problem.tsx'
import { PartUnavailable } from './remotes/part-unavailable.ts'

const areaId = (part: string) => `part-${part}`

/**
 * A part's routes are added when the visitor first goes there. Until then, wildcards below a parent without a path
 * stand for its paths. If a parent with a path matched, the router would not ask for more routes. The parent's
 * `errorElement` shows what goes wrong in the part.
 */
function createAreaRoute({ name, paths }: AnnouncedPart): RouteObject {
  return {
    id: areaId(name),
    errorElement: <PartProblemPanel part={name} />,
    children: paths.map((path) => ({ path: `${path}/*`, element: <HomePage /> })),
  }
}

/** The home page, and the areas of the parts that the page announces. */
const siteRoutes = (): RouteObject[] => [
  {
    element: <Frame />,
    errorElement: <SiteProblem />,
    children: [
      {
        errorElement: <PageProblem />,
        hydrateFallbackElement: <CurrentPageSkeleton />,
        children: [
          { path: '/', element: <HomePage /> },
          ...announcedParts().map(createAreaRoute),
          { path: '*', element: <HomePage /> },
        ],
      },
    ],
  },
]

/** Returns the routing of one router, which remembers the parts whose routes it has. */
export function siteRouting() {
  const addedParts = new Set<string>()
  const patchRoutesOnNavigation: PatchRoutesOnNavigationFunction = async ({ path, patch, signal }) => {
    const part = partAt(path)?.name
    if (!part || addedParts.has(part)) return
    const [{ routes: partRoutes }, PartArea] = await Promise.all([loadPart(part), loadPartArea(part)])
    // The router ignores routes that an interrupted navigation adds, so the next navigation adds them.
    if (signal.aborted || addedParts.has(part)) return
    addedParts.add(part)
    // Routes outside the part's paths are ignored.
    const ownRoutes = partRoutes.filter((route) => partAt(route.path ?? '/')?.name === part)
    // Guard and server are case-sensitive too: an address in another case is unknown.
    const caseSensitiveRoutes = ownRoutes.map((route) => ({ ...route, caseSensitive: true }) as RouteObject)
    patch(areaId(part), [{ element: <PartArea />, children: caseSensitiveRoutes }])
  }
  return { routes: siteRoutes(), patchRoutesOnNavigation }
}

async function loadPartArea(part: string) {
  try {
    return (await import(/* webpackChunkName: "parts" */ './remotes/part-area.tsx')).PartArea
  } catch (error) {
    throw new PartUnavailable(part, 'unreachable', error)
  }
}

/** Starts loading a part when a pointer or the focus comes near any link to it, in the shell or in a part. */
export function preloadOnApproach(): void {
  for (const approach of ['pointerover', 'focusin']) document.addEventListener(approach, preloadTarget)
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin) return
  const part = partAt(link.pathname)
  if (part) preloadPart(part.name)
}
