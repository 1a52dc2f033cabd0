import { ErrorPanel } from '@ultimate/kit/components/feedback/error-panel.tsx'
import { isFileMissing, useLateProblem, useRetries } from '@ultimate/kit/components/loading/late.tsx'
import { currentEdition } from '@ultimate/kit/event/edition.ts'
import { useLocation, useNavigate, useNavigation, useRouteError } from '@ultimate/kit/router.ts'
import { Component, type ReactNode } from 'react'
import styles from './frame.module.css'

interface RegionProps {
  /** Drawn in place of the failed content; nothing by default. */
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/** An error boundary: what fails inside it leaves the rest of the page alone. */
export class Region extends Component<RegionProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? (this.props.instead ?? null) : this.props.children
  }
}

/** Replaces a page that failed to render or to load; header and footer stay. */
export function PageProblem() {
  const error = useRouteError()
  const navigate = useNavigate()
  const currentLocation = useLocation()
  const { state } = useNavigation()
  const isMissing = isFileMissing(error)
  const retry = () => void navigate(currentLocation, { replace: true, preventScrollReset: true })
  const { sentence, label, act } = useLateProblem({ onRetry: retry })
  useRetries(retry, isMissing)
  if (!isMissing) return <BrokenPage />
  return (
    <div className={styles['problem']}>
      <h1>This page didn’t load</h1>
      <ErrorPanel title="We couldn’t load it" onRetry={act} retryLabel={label} retrying={state === 'loading'}>
        {sentence}
      </ErrorPanel>
    </div>
  )
}

/** Replaces a page that failed to render, or whose guard did. */
export function BrokenPage() {
  return (
    <div className={styles['problem']}>
      <h1>This page didn’t load</h1>
      <ErrorPanel title="Something in this page broke" onRetry={reload} retryLabel="Reload">
        The rest of the site works; what you entered before is still on this device.
      </ErrorPanel>
    </div>
  )
}

const reload = () => location.reload()

/** Replaces the whole site if the frame itself fails. It depends on nothing that could fail as well. */
export function SiteProblem() {
  const { name, email, datesSpoken, city } = currentEdition().words
  return (
    <main className={styles['problem']}>
      <h1>{name}</h1>
      <ErrorPanel title="Something broke" onRetry={reload} retryLabel="Reload">
        Please load the page again. If that does not help, write to {email}.
      </ErrorPanel>
      <p>
        {datesSpoken}, {city}.
      </p>
    </main>
  )
}
