import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import type { PartName } from '@ultimate/kit/contract.ts'
import { useLocation, useNavigate, useNavigation, useRouteError } from '@ultimate/kit/router.ts'
import { type PartProblem, PartUnavailable } from './load-part.ts'
import styles from './part-problem.module.css'

const areas: Record<PartName, string> = { tournament: 'tournament', dinner: 'dinner', staff: 'staff' }

const sentences: Record<PartProblem | 'broken', string> = {
  unknown: 'This area is not connected at the moment. The rest of the site works.',
  unreachable: 'This area could not be loaded. The rest of the site works; your line or our server may be to blame.',
  incompatible: 'This area is being renewed and does not fit the rest of the site yet. Please try again in a while.',
  broken: 'Something in this area broke. The rest of the site works; what you entered before is still on this device.',
}

/** Stands in the place of a part that is down, broke, or does not fit: the rest of the site goes on. */
export function PartProblemPanel({ part }: { readonly part: PartName }) {
  const error = useRouteError()
  const navigate = useNavigate()
  const here = useLocation()
  const { state } = useNavigation()
  const problem = error instanceof PartUnavailable ? error.problem : 'broken'
  const retry = () => {
    // What broke once inside a loaded part breaks again with the same code: only a fresh page can mend that.
    if (problem === 'broken') location.reload()
    // Spelled out, because '.' would be the parent of this area, which has no path.
    else void navigate(here, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles['area']}>
      <h1 className={styles['title']}>The {areas[part]} pages are not there</h1>
      <ErrorPanel title="This area could not be shown" onRetry={retry} retrying={state === 'loading'}>
        {sentences[problem]}
      </ErrorPanel>
    </div>
  )
}
