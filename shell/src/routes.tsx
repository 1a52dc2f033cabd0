import { type PartName, partNames } from '@ultimate/kit/contract.ts'
import type { PatchRoutesOnNavigationFunction, RouteObject } from '@ultimate/kit/router.ts'
import { Frame } from './frame/frame.tsx'
import { PageShape } from './frame/page-shape.tsx'
import { PageProblem, SiteProblem } from './frame/problems.tsx'
import { HomePage } from './home/home-page.tsx'
import { pages } from './navigation/pages.ts'
import { loadPart, PartUnavailable, preloadPart } from './remotes/load-part.ts'
import { PartProblemPanel } from './remotes/part-problem.tsx'

/** First segments of the paths that a part draws: `/registration/...` belongs to the tournament. */
const segments = new Map<string, PartName>(
  Object.values(pages).flatMap(({ path, part }) => (part ? [[path.split('/')[1] ?? '', part] as const] : [])),
)

const areaId = (part: PartName) => `part-${part}`

/** The part that draws this path, if any does. */
export function partAt(pathname: string): PartName | undefined {
  return segments.get(pathname.split('/')[1] ?? '')
}

/**
 * A part's routes are added when the visitor first goes there. Until then its paths are held by wildcards, below a parent
 * without a path: a parent that matched fully would keep the router from asking. The parent catches what goes wrong.
 */
function areaOf(part: PartName): RouteObject {
  const held = [...segments].filter(([, owner]) => owner === part)
  return {
    id: areaId(part),
    errorElement: <PartProblemPanel part={part} />,
    children: held.map(([segment]) => ({ path: `/${segment}/*`, element: <HomePage /> })),
  }
}

/** Every component in every state and both schemes; for those who build the site. Left out of production builds. */
const showroom: RouteObject[] =
  process.env.NODE_ENV === 'development'
    ? [
        {
          path: '/kit',
          lazy: async () => ({ Component: (await import('@ultimate/kit/showroom/showroom.tsx')).Showroom }),
        },
      ]
    : []

export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <SiteProblem />,
    children: [
      {
        errorElement: <PageProblem />,
        hydrateFallbackElement: <PageShape />,
        children: [
          { path: '/', element: <HomePage /> },
          ...showroom,
          ...partNames.map(areaOf),
          { path: '*', element: <HomePage /> },
        ],
      },
    ],
  },
]

const patched = new Set<PartName>()

export const addRoutesOfPart: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const part = partAt(path)
  if (!part || patched.has(part)) return
  const [{ routes: added }, PartArea] = await Promise.all([loadPart(part), loadPartArea(part)])
  if (patched.has(part)) return
  patched.add(part)
  patch(areaId(part), [{ element: <PartArea />, children: added }])
}

async function loadPartArea(part: PartName) {
  try {
    return (await import('./remotes/part-area.tsx')).PartArea
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
  if (part) preloadPart(part)
}
