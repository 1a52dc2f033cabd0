import { NavLink, type NavLinkProps } from '@ultimate/kit/router.ts'
import type { Page } from './pages.ts'

export interface PageLinkProps extends Omit<NavLinkProps, 'to' | 'children' | 'className'> {
  readonly page: Page
  readonly className?: string | undefined
}

/** A link to a page, marked as the current one while it is shown. */
export function PageLink({ page, className, ...rest }: PageLinkProps) {
  return (
    <NavLink {...rest} className={className ?? ''} to={page.path} end>
      {page.label}
    </NavLink>
  )
}
