/** Under which name a tab keeps where its pages were left. */
export const scrollPositions = 'scroll-positions'

/**
 * The router keeps the first entry of every load under one name. Without this, a page that is opened by its address
 * would begin where another one was left, instead of at its top or at the section that the address names.
 */
export function startUnscrolled(): void {
  const [load] = performance.getEntriesByType('navigation')
  if (load instanceof PerformanceNavigationTiming && load.type === 'navigate')
    sessionStorage.removeItem(scrollPositions)
}
