import { ProgressLine } from '@ultimate/kit/components/loading/progress-line.tsx'

/** Stands in for the frame while the first page's part is on its way. */
export function PageLoading() {
  return <ProgressLine active label="Loading the page" />
}
