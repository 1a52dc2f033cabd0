import { partAt } from '../routes.tsx'
import { preloadPart } from './load-part.ts'

/** Starts loading a part when a pointer or the focus comes near any link to it, in the shell or in a part. */
export function preloadOnApproach(): void {
  for (const approach of ['pointerover', 'focusin']) document.addEventListener(approach, preloadTarget)
}

function preloadTarget({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin) return
  const part = partAt(link.pathname)
  if (part) preloadPart(part)
}
