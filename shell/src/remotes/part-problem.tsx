import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { isFileMissing, useLateProblem, useRetries } from '@ultimate/kit/components/loading/late.tsx'
import { useLocation, useNavigate, useNavigation, useRouteError } from '@ultimate/kit/router.ts'
import { checkRelease } from '@ultimate/kit/state/release.ts'
import { useEffect, useEffectEvent } from 'react'
import { announcedParts } from '../navigation/pages.ts'
import { arrivalOf } from './load-part.ts'
import { reportPartError } from './part-errors.ts'
import styles from './part-problem.module.css'
import { isVersionSkew, type PartProblem, PartUnavailable } from './part-unavailable.ts'

const sentences: Record<Exclude<PartProblem, 'unreachable'> | 'broken', string> = {
  unknown: 'This area is not connected at the moment. The rest of the site works.',
  incompatible:
    'This area was renewed and does not fit the page that you have open: please reload it, or come back in a few minutes.',
  broken: 'Something in this area broke. The rest of the site works; what you entered before is still on this device.',
}

/**
 * Finds the problem. A page is a file of its own, which may be missing, or need a newer shell, although its part
 * loaded.
 */
function findProblem(error: unknown): PartProblem | 'broken' {
  if (error instanceof PartUnavailable) return error.problem
  if (isVersionSkew(error)) return 'incompatible'
  return isFileMissing(error) ? 'unreachable' : 'broken'
}

/** Replaces a part that is unreachable, broken or incompatible; the rest of the site works. */
export function PartProblemPanel({ part }: { readonly part: string }) {
  const error = useRouteError()
  const navigate = useNavigate()
  const currentLocation = useLocation()
  const { state } = useNavigation()
  const problem = findProblem(error)
  const area = announcedParts().find(({ name }) => name === part)?.area ?? part
  const reason = error instanceof PartUnavailable ? error.reason : null
  const retry = () => {
    // A loaded part that broke, or does not fit this page, stays so with the same code: only a fresh page helps.
    if (problem !== 'unreachable' && navigator.onLine) location.reload()
    // Spelled out, because '.' would be the parent of this area, which has no path.
    else void navigate(currentLocation, { replace: true, preventScrollReset: true })
  }
  const isLate = problem === 'unreachable'
  const late = useLateProblem({ onRetry: retry })
  useRetries(retry, isLate)
  const showArrived = useEffectEvent(retry)
  useEffect(() => {
    if (!isLate || !error) return
    let isShown = true
    arrivalOf(part)?.then(
      () => isShown && showArrived(),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [part, isLate, error])
  useEffect(() => reportPartError(part, error), [part, error])
  useEffect(() => {
    // A file may be gone because the site was renewed.
    if (isLate) void checkRelease()
  }, [isLate])
  return (
    <div className={styles['area']}>
      <h1 className={styles['title']}>The {area} pages didn’t load</h1>
      <ErrorPanel
        title="This area could not be shown"
        onRetry={isLate ? late.act : retry}
        retryLabel={isLate ? late.label : 'Try again'}
        retrying={state === 'loading'}
      >
        {problem === 'unreachable' ? late.sentence : (reason ?? sentences[problem])}
      </ErrorPanel>
      {process.env.NODE_ENV === 'development' && error instanceof Error && (
        <pre className={styles['error']}>{error.stack}</pre>
      )}
    </div>
  )
}
