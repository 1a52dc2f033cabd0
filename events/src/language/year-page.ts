/** A page as its part declares it. With `years`, each year has a page below it. */
interface PageWithYears {
  readonly path: string
  readonly title: string
  readonly head: { readonly heading: string; readonly lead: string }
  readonly years?: { readonly title: string; readonly heading: string; readonly description: string } | undefined
}

/** Returns the page of a year, such as `/archive/2024` below `/archive`; undefined for other paths. */
export function yearPageAt<Page extends PageWithYears>(pages: readonly Page[], path: string): Page | undefined {
  const [, above, year = ''] = /^(\/.+)\/(\d{4})$/.exec(path) ?? []
  const page = pages.find(({ years, path: pathOfPage }) => years !== undefined && pathOfPage === above)
  if (!page?.years) return undefined
  const fill = (text: string) => text.replaceAll('{year}', year)
  const { title, heading, description } = page.years
  return {
    ...page,
    path,
    title: fill(title),
    head: { ...page.head, heading: fill(heading), lead: '' },
    // The shell gets pages without their descriptions.
    ...('description' in page && { description: fill(description) }),
  }
}
