import { useLocation, useNavigationType } from '@ultimate/kit/router.ts'
import { useEffect, useState } from 'react'

/** The sections of the page by the names under which they are linked to, in their order. */
export const sections = [
  { id: 'divisions', label: 'Divisions' },
  { id: 'schedule', label: 'Schedule' },
  { id: 'rules', label: 'Rules' },
  { id: 'features', label: 'Features' },
  { id: 'fields', label: 'Fields' },
] as const
export type SectionId = (typeof sections)[number]['id']

/** The section that an address names, if it does. */
const sectionIn = (hash: string): SectionId | undefined =>
  sections.find(({ id }) => `#${id}` === hash.toLowerCase())?.id

/** A line across the screen, a little above its middle. The section that crosses it is the one being read. */
const readingLine = { rootMargin: '-30% 0px -69% 0px' }

/** The section that is being read, updated while the page scrolls. */
export function useSectionInView(): SectionId {
  const { hash } = useLocation()
  const [current, setCurrent] = useState<SectionId>(sectionIn(hash) ?? sections[0].id)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const crossing = entries.find(({ isIntersecting }) => isIntersecting)
      const section = crossing && sectionIn(`#${crossing.target.id}`)
      if (section) setCurrent(section)
    }, readingLine)
    for (const { id } of sections) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [])
  return current
}

/**
 * Makes links to sections work although the page renders late: the first load, and the way back and forward, scroll to
 * the section in the address and not to where the page was left. A keyboard user goes on from that section.
 */
export function useSectionLinks(): void {
  const location = useLocation()
  const kind = useNavigationType()
  useEffect(() => {
    const section = document.getElementById(sectionIn(location.hash) ?? '')
    // POP is the first load as well. The router has restored a position by now; for a new entry it scrolls
    // automatically.
    if (kind === 'POP') section?.scrollIntoView({ behavior: 'instant' })
    section?.focus({ preventScroll: true })
  }, [location, kind])
}
