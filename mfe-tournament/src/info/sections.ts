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
export const sectionIn = (hash: string): SectionId | undefined =>
  sections.find(({ id }) => `#${id}` === hash.toLowerCase())?.id
