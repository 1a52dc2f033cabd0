import { NavLink, type NavLinkProps } from '@ultimate/kit/router.ts'
import { preloadPart } from '../remotes/load-part.ts'
import type { Page } from './pages.ts'

export interface PageLinkProps extends Omit<NavLinkProps, 'to' | 'children' | 'className'> {
  readonly page: Page
  readonly className?: string | undefined
}

/** A link to a page. The part that draws it starts loading when a pointer or the focus comes near. */
export function PageLink({ page, className, ...rest }: PageLinkProps) {
  const preload = () => page.part && preloadPart(page.part)
  return (
    <NavLink {...rest} className={className ?? ''} to={page.path} end onPointerEnter={preload} onFocus={preload}>
      {page.label}
    </NavLink>
  )
}
